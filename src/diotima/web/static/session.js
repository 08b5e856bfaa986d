/**
 * The session page, alive: the same forms, sent without leaving the page, and the same pieces of HTML, placed
 * as the server sends them. A piece replaces the one with its id; blocks stand in the order of their numbers.
 */
import { draft, keepDraft } from "./drafts.js";
import { listen } from "./stream.js";

const FOCUSABLE = "a, button, summary, input, textarea";
const NEAR_END_PX = 400;

const log = document.getElementById("log");
const connection = document.getElementById("connection");
const conversation = document.querySelector(".conversation");
const composer = () => document.getElementById("answer");
const words = () => document.getElementById("words");

let inFlight = null;
let attempt = { said: null, key: "" };
let refusal = "";

/* Placing what the server sends */

function place(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const near = nearEnd();
  for (const piece of [...template.content.children]) {
    const old = document.getElementById(piece.id);
    if (!old) insert(piece);
    else if (old.id === "answer") replaceComposer(old, piece);
    else replace(old, piece);
  }
  if (near) showEnd();
}

function insert(block) {
  if (!block.dataset.seq) return;
  const seq = Number(block.dataset.seq);
  const later = [...log.children].find((other) => Number(other.dataset.seq ?? Infinity) > seq);
  log.insertBefore(block, later ?? null);
}

function replace(old, fresh) {
  for (const details of old.querySelectorAll("details[open]")) {
    const name = details.firstElementChild.textContent;
    const same = [...fresh.querySelectorAll("details")].find((d) => d.firstElementChild.textContent === name);
    if (same) same.open = true;
  }
  const focused = [...old.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
  old.replaceWith(fresh);
  if (focused >= 0) fresh.querySelectorAll(FOCUSABLE)[focused]?.focus({ preventScroll: true });
}

function replaceComposer(old, fresh) {
  const same = old.dataset.kind === fresh.dataset.kind && old.dataset.question === fresh.dataset.question;
  if (same && ["words", "options"].includes(fresh.dataset.kind)) {
    say(fresh.querySelector("#notice").textContent || refusal);
    return;
  }
  const focused = old.contains(document.activeElement) || document.activeElement === document.body;
  old.replaceWith(fresh);
  if (fresh.dataset.kind !== "thinking" && fresh.dataset.question !== inFlight?.question) inFlight = null;
  if (refusal) say(refusal);
  restoreDraft();
  if (focused) focusAnswer();
}

function focusAnswer() {
  const first = composer().querySelector("input[type=radio]") ?? words() ?? composer().querySelector("a");
  first?.focus({ preventScroll: true });
}

function nearEnd() {
  return inFlight || conversation.getBoundingClientRect().bottom - innerHeight < NEAR_END_PX;
}

function showEnd(still = matchMedia("(prefers-reduced-motion: reduce)").matches) {
  conversation.scrollIntoView({ block: "end", behavior: still ? "auto" : "smooth" });
}

/* Sending */

async function send(form, submitter) {
  if (inFlight) return;
  const data = new FormData(form, submitter);
  const own = (data.getAll("words").pop() ?? "").trim();
  const value = own || data.get("value") || "";
  const question = data.get("question");
  refusal = "";
  say("");
  keepDraft("");
  const mine = (inFlight = { question });
  showBusy(true);
  const bubble = value ? showAtOnce(own || optionText(form, value)) : null;
  if (words()) words().value = "";
  const key = keyFor(`${question}\n${value}`);
  const body = question ? { answer: { question, value }, key } : { text: value, key };
  try {
    const answer = await post(body);
    if (answer.problem) refuse(answer.problem, bubble, own);
    else accept(answer.accepted, bubble, key);
  } catch {
    refuse(log.dataset.unsent, bubble, own);
  }
  if (inFlight !== mine) return;
  inFlight = null;
  showBusy(false);
}

async function post(body) {
  const response = await fetch(log.dataset.turns, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  return response.ok ? { accepted: answer } : { problem: answer.detail };
}

function keyFor(said) {
  if (attempt.said !== said) {
    const random = crypto.getRandomValues(new Uint8Array(12));
    attempt = { said, key: [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
  }
  return attempt.key;
}

function accept({ seq }, bubble, key) {
  if (attempt.key === key) attempt = { said: null, key: "" };
  if (document.getElementById(`b${seq}`)) bubble?.remove();
  else if (bubble) {
    bubble.id = `b${seq}`;
    bubble.dataset.seq = seq;
  }
}

function refuse(sentence, bubble, own) {
  bubble?.remove();
  keepDraft(own);
  restoreDraft();
  refusal = sentence;
  say(sentence);
  stream.catchUp();
}

function showBusy(now) {
  composer().classList.toggle("busy", now);
  for (const button of composer().querySelectorAll("button")) button.setAttribute("aria-disabled", now);
}

function say(sentence) {
  const notice = document.getElementById("notice");
  if (notice.textContent !== sentence) notice.textContent = sentence;
}

function showAtOnce(text) {
  const bubble = document.createElement("article");
  bubble.className = "said learner sent";
  const name = document.createElement("h3");
  name.className = "unseen";
  name.textContent = log.dataset.you;
  const said = document.createElement("p");
  said.textContent = text;
  bubble.append(name, said);
  log.append(bubble);
  showEnd();
  return bubble;
}

function optionText(form, value) {
  const chosen = [...form.querySelectorAll("input[type=radio]")].find((input) => input.value === value);
  return chosen ? chosen.nextElementSibling.textContent : value;
}

function restoreDraft() {
  if (words() && !words().value) words().value = draft();
}

/* Listening to the page */

document.addEventListener("submit", (event) => {
  if (event.target.id !== "composer") return;
  event.preventDefault();
  send(event.target, event.submitter);
});

document.addEventListener("input", (event) => {
  if (event.target.id === "words") keepDraft(event.target.value);
});

document.addEventListener("keydown", (event) => {
  const plainEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing;
  if (event.target.id !== "words" || !plainEnter || matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});

document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll("details.pop[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const open of document.querySelectorAll("details.pop[open]")) {
    open.open = false;
    open.firstElementChild.focus();
  }
});

restoreDraft();
if (log.childElementCount > 2) showEnd(true);
const stream = listen(log.dataset.stream, Number(log.dataset.last), {
  frame: place,
  state: (connected) => (connection.textContent = connected ? "" : log.dataset.lost),
});
