/** Pages whose Markdown differs from what somebody else holds to be right, and why ours is better there. */
export const betterHere: Readonly<Record<string, string>> = {
  'code-blocks--chroma-linenums': 'the code is whole: theirs loses `[](uint8_t x)`, taken for an empty link',
  'codeblocks--mintlify': 'the line below the title, which says what the page is about, stays',
  'content-patterns--live-blog-metadata':
    'the label that tells why a post stands first, as the page shows it, stays',
  'elements--figure-content-wrapper':
    'who wrote it is in the metadata; the author’s biography is not the article',
  'footnotes--external-labeled-section': 'a list that goes on with a note is a part of the note',
  'footnotes--hidden-section': 'the heading for screen readers above the notes, which nobody sees, is gone',
  'footnotes--hr-continuation': 'paragraphs that go on with a note are parts of the note',
  'footnotes--hr-strong-numbered': 'a list that goes on with a note is a part of the note',
  'footnotes--wikipedia-references': 'the last paragraph, which cites the fourth note, stays',
  'general--developer.mozilla.org-en-US-docs-Web-JavaScript-Reference-Global_Objects-Array':
    'terms stay with their definitions',
  'general--obsidian.md-blog-verify-obsidian-sync-encryption':
    'code stands as the page has it, with its tabs and without backslashes; keys to press are code',
  'headings--fragment-url-not-permalink': 'headings that lead to what they name keep their links',
  'issues--120-dhammatalks-footnotes': 'paragraphs that go on with a note are parts of the note',
  'issues--159-lean-verso-empty-line-preserved':
    'input and output stand in fences of their own, as the page has a box for each',
  'issues--159-lean-verso-grouped-blocks':
    'input and output stand in fences of their own, as the page has a box for each',
  'issues--232-dismiss-in-hidden-content':
    'sender, subject and signature say no more than the title and the address; the text is the same',
  'issues--pascalcase-section-id-partial-match':
    'a paragraph that every reader sees stays, whatever its id is called',
  'listing--news.ycombinator.com-news':
    'who posted an entry, when, and what else is from its site stay, with their links',
  'math--katex': 'the line that says when the page was last changed, which stands nowhere else, stays',
  'math--mathjax': 'formulas within a sentence stay in it, as the page shows them',
  'math--mathjax-tagged-equation': 'the number of an equation is its tag, not a factor',
  'math--temml': 'lines of code in a cell stay lines',
  'metadata--placeholder-values': 'the two dots stand apart, as on the page',
  'metadata--rel-author-in-bio-container': 'the abstract above the text stays',
  'table-layout--blogger-two-column':
    'blank lines part paragraphs; theirs are one, with a hard break at each end of a line',
};
