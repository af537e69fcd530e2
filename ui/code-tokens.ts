export interface Token {
  /** Where it begins in the code. */
  at: number
  kind: 'comment' | 'string' | 'number' | 'keyword' | 'plain'
  text: string
}

// The words of the languages that are taught: JavaScript and TypeScript, Python, Java, Go, C, shell and SQL.
const keywords = new Set(
  `abstract and as assert async await boolean break case catch chan char class const continue def defer default del delete do done double
  elif else enum except export extends false False fi final finally float for from func function go if implements import in instanceof int
  interface is lambda let long map match namespace new nil None nonlocal not null or package pass private protected public raise range
  return self static struct super switch then this throw throws true True try type typeof undefined union using var void while with yield
  alter begin by commit count create delete desc distinct drop exists foreign group having index inner insert into join key left like limit
  on order outer primary references rollback select set table update values view where`.split(/\s+/),
)

/** What is coloured. A sign that many languages use for a comment begins one only after a space, and an apostrophe no string in a word. */
const shapes = new RegExp(
  [
    String.raw`(?<comment>/\*[^]*?(?:\*/|$)|<!--[^]*?(?:-->|$)|(?<![:\w])//[^\n]*|(?<![^\s])(?:#[ !]|--[ \n])[^\n]*)`,
    String.raw`(?<string>"""[^]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])*'|${'`'}(?:\\[^]|[^${'`'}\\])*${'`'})`,
    String.raw`(?<number>(?<![\w.])(?:0x[\da-fA-F]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)(?!\w))`,
    // What follows a dot is the name of a member.
    String.raw`(?<!\.)\.[A-Za-z_$][\w$]*`,
    String.raw`(?<word>[A-Za-z_$][\w$]*)`,
  ].join('|'),
  'g',
)

/** Splits code of any language into what is coloured and what lies between. */
export function codeTokens(code: string): Token[] {
  const tokens: Token[] = []
  const add = (kind: Token['kind'], at: number, text: string) => {
    const last = tokens.at(-1)
    if (kind === 'plain' && last?.kind === 'plain') last.text += text
    else if (text !== '') tokens.push({ at, kind, text })
  }
  let end = 0
  for (const { 0: text, index, groups } of code.matchAll(shapes)) {
    add('plain', end, code.slice(end, index))
    add(kindOf(text, groups), index, text)
    end = index + text.length
  }
  add('plain', end, code.slice(end))
  return tokens
}

function kindOf(text: string, groups: Record<string, string | undefined> = {}): Token['kind'] {
  if (groups['comment'] !== undefined) return 'comment'
  if (groups['string'] !== undefined) return 'string'
  if (groups['number'] !== undefined) return 'number'
  // SQL is often written in capitals.
  return keywords.has(text) || (text === text.toUpperCase() && keywords.has(text.toLowerCase())) ? 'keyword' : 'plain'
}

/** The same, line by line. What goes over several lines, such as a comment, is in each of them. */
export function codeLines(code: string): Token[][] {
  const lines: Token[][] = [[]]
  for (const { at, kind, text } of codeTokens(code)) {
    let start = at
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ at: start, kind, text: part })
      start += part.length + 1
    }
  }
  return lines
}
