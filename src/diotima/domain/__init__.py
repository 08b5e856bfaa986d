"""Pure vocabulary of the tutor: course, evidence, mastery, plan, phases, questions, ports."""
