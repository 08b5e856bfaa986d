/** What the learner has written and not sent, kept over a reload, in this window only. */
const NAME = `draft:${location.pathname}`;

export function keepDraft(words) {
  if (words) sessionStorage.setItem(NAME, words);
  else sessionStorage.removeItem(NAME);
}

export function draft() {
  return sessionStorage.getItem(NAME) ?? "";
}
