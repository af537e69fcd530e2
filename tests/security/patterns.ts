import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const root = join(import.meta.dirname, '..', '..')

export interface Pattern {
  file: string
  source: string
  flags: string
}

/** Every regular expression that the product's sources write down, and where one is built while running. */
export function patternsOfProduct(): { written: Pattern[]; built: string[] } {
  const written: Pattern[] = []
  const built: string[] = []
  for (const file of globSync('{server,web,contract}/**/*.{ts,tsx}', { cwd: root }).toSorted()) {
    if (file.includes('.test.')) continue
    const text = readFileSync(join(root, file), 'utf8')
    new Visitor({
      Literal(node) {
        if ('regex' in node) written.push({ file, source: node.regex.pattern, flags: node.regex.flags })
      },
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built.push(file)
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built.push(file)
      },
    }).visit(parseSync(file, text).program)
  }
  return { written, built }
}

/** Small sizes first: what grows exponentially is known before it takes for ever. */
const sizes = [24, 30, 16_384]
/** Milliseconds; a linear pattern takes a hundredth of it for the largest size, a quadratic one several times as much. */
const allowed = 60

const common = ['a', 'A', '0', ' ', '\t', '\n', '.', '-', '_', '/', '@', '%', ':', ',', ';', '"', "'", '<', '>', '=', '(', '&', 'é', '\u2028']
const ends = ['!', '\n']

/** The texts that make a pattern try most: what it is made of, repeated, after what it begins with, before what does not fit. */
function* hostileTo({ source }: Pattern): Generator<(size: number) => string> {
  const plain = source.replaceAll(/\\[sdwbSDWBtnrvfpPk]|\(\?<?[:=!]|[\\^$.*+?()[\]{}|]/g, ' ')
  const letters = [...new Set(plain.replaceAll(' ', ''))].slice(0, 10)
  const words = plain.split(' ').filter((word) => word.length > 1).slice(0, 6)
  const singles = [...new Set([...common, ...letters])]
  const pairs = letters.slice(0, 4).flatMap((one) => ['a', ' ', ...letters.slice(0, 4)].map((other) => one + other))
  const begins = ['', ...words.slice(0, 1), ...letters.slice(0, 1)]
  for (const unit of [...singles, ...pairs, ...words]) {
    for (const end of ends) {
      for (const begin of begins) {
        yield (size) => begin + unit.repeat(Math.ceil(size / unit.length)) + end
      }
    }
  }
}

/** The text, shortened, for which a pattern takes longer than any linear one would; undefined when there is none. */
export function slowFor(pattern: Pattern): string | undefined {
  for (const textOf of hostileTo(pattern)) {
    for (const size of sizes) {
      const text = textOf(size)
      // A pause of the machine is not one of the pattern: the quickest of three counts.
      if (took(pattern, text) > allowed && took(pattern, text) > allowed && took(pattern, text) > allowed) {
        return `${size} of ${JSON.stringify(textOf(1))}`
      }
    }
  }
  return undefined
}

/** Milliseconds to look for a pattern in the whole text. */
function took({ source, flags }: Pattern, text: string): number {
  const pattern = new RegExp(source, flags)
  const began = performance.now()
  if (pattern.global) text.replaceAll(pattern, '')
  else pattern.test(text)
  return performance.now() - began
}
