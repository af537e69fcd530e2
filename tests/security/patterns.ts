import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const root = join(import.meta.dirname, '..', '..')

export interface Pattern {
  file: string
  source: string
  flags: string
}

/** Returns every regular expression literal of the product, and the files that call `RegExp`. */
export function listPatterns(): { literals: Pattern[]; constructed: string[] } {
  const literals: Pattern[] = []
  const constructed: string[] = []
  for (const file of globSync('{server,web,contract}/**/*.{ts,tsx}', { cwd: root }).toSorted()) {
    if (file.includes('.test.')) continue
    const text = readFileSync(join(root, file), 'utf8')
    new Visitor({
      Literal(node) {
        if ('regex' in node) literals.push({ file, source: node.regex.pattern, flags: node.regex.flags })
      },
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') constructed.push(file)
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') constructed.push(file)
      },
    }).visit(parseSync(file, text).program)
  }
  return { literals, constructed }
}

/** Characters. Small sizes come first, so that an exponential pattern is found before it runs for hours. */
const sizes = [24, 30, 16_384]
/** A linear pattern takes a hundredth of this for the largest size, a quadratic one several times as much. */
const allowedMs = 60

const common = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '\n',
  '.',
  '-',
  '_',
  '/',
  '@',
  '%',
  ':',
  ',',
  ';',
  '"',
  "'",
  '<',
  '>',
  '=',
  '(',
  '&',
  'é',
  '\u2028',
]
const ends = ['!', '\n']

/** Yields inputs that cause backtracking: a prefix that matches, repeated parts of the pattern, and an end that doesn't match. */
function* hostileInputs({ source }: Pattern): Generator<(size: number) => string> {
  const plain = source.replaceAll(/\\[sdwbSDWBtnrvfpPk]|\(\?<?[:=!]|[\\^$.*+?()[\]{}|]/g, ' ')
  const letters = [...new Set(plain.replaceAll(' ', ''))].slice(0, 10)
  const words = plain
    .split(' ')
    .filter((word) => word.length > 1)
    .slice(0, 6)
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

/** Describes an input on which a pattern is slower than any linear one. Returns undefined when none is found. */
export function findSlowInput(pattern: Pattern): string | undefined {
  for (const textOf of hostileInputs(pattern)) {
    for (const size of sizes) {
      const text = textOf(size)
      // The fastest of three runs counts, because the machine may pause.
      if (measure(pattern, text) > allowedMs && measure(pattern, text) > allowedMs && measure(pattern, text) > allowedMs) {
        return `${size} of ${JSON.stringify(textOf(1))}`
      }
    }
  }
  return undefined
}

/** Returns the milliseconds that a search through the whole text takes. */
function measure({ source, flags }: Pattern, text: string): number {
  const pattern = new RegExp(source, flags)
  const start = performance.now()
  if (pattern.global) text.replaceAll(pattern, '')
  else pattern.test(text)
  return performance.now() - start
}
