"""Between turns: merging transcripts into the ledger, reviews, reports."""
