/** Splits SQL into its statements: at semicolons outside of texts, names, comments and bodies of functions. Comments go. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let current = ''
  let rest = sql
  while (rest !== '') {
    const comment = /^(?:--[^\n]*|\/\*[\s\S]*?\*\/)/.exec(rest)
    if (comment) {
      rest = rest.slice(comment[0].length)
      continue
    }
    const whole = /^(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1)/.exec(rest)?.[0] ?? rest.slice(0, 1)
    rest = rest.slice(whole.length)
    if (whole === ';') {
      statements.push(current)
      current = ''
    } else current += whole
  }
  // A function with the body of a standard has semicolons of its own: `begin atomic … end`.
  return joinAtomic([...statements, current].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== ''))
}

function joinAtomic(statements: readonly string[]): string[] {
  const joined: string[] = []
  let open = ''
  for (const statement of statements) {
    open = open === '' ? statement : `${open}; ${statement}`
    if (/\bbegin atomic\b/i.test(open) && !/\bend$/i.test(open)) continue
    joined.push(open)
    open = ''
  }
  return open === '' ? joined : [...joined, open]
}
