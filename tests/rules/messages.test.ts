import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'
import { literalsIn, testIdsIn } from './read-source.ts'
import { type Proof, proofs } from './messages.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const product = ['contract', 'server', 'ui', 'web']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  .map((path) => ({ path, source: read(path), literals: literalsIn(path, read(path)) }))

/** Returns the source of a test with all modules of `tests/` that it imports. */
function sourcesOf(path: string, seen = new Set<string>()): string {
  if (seen.has(path)) return ''
  seen.add(path)
  const source = read(path)
  const imported = [...source.matchAll(/from '((?:\.|#tests\/)[^']*\.ts)'/g)]
    .map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name))))
    .filter((name) => name.startsWith('tests/'))
  return [source, ...imported.map((name) => sourcesOf(name, seen))].join('\n')
}

const nameOf = ({ section, text, rule }: Proof) => `${section}: ${text ?? rule ?? ''}`

test('every row has a text or a rule and is unique', () => {
  for (const proof of proofs) expect([proof.text, proof.rule].filter(Boolean), nameOf(proof)).toHaveLength(1)
  const lines = proofs.map((proof) => `${nameOf(proof)} ${proof.file} ${proof.test}`)
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
})

test('every test that a row names exists in its file', () => {
  const missing = proofs.filter(({ file, test: id }) => !testIdsIn(file, read(file)).includes(id))
  expect(missing.map(({ file, test: id }) => `${file}: ${id}`)).toEqual([])
})

test('every text occurs in the test that checks it', () => {
  const missing = proofs.filter(({ text, file }) => text && !sourcesOf(file).includes(text))
  expect(missing.map((proof) => `${nameOf(proof)} in ${proof.file}`)).toEqual([])
})

test('every text occurs in the product as often as declared', () => {
  const wrong = proofs.flatMap((proof) => {
    const sentence = proof.sentence ?? proof.text
    if (!sentence) return []
    expect(sentence).toContain(proof.text)
    const locations = product.flatMap(({ path, literals }) => literals.filter((one) => one === sentence).map(() => path))
    return locations.length === (proof.again?.times ?? 1)
      ? []
      : [`${nameOf(proof)}: ${locations.length} times, in ${locations.join(', ')}`]
  })
  expect(wrong).toEqual([])
})

test('every constant occurs in the product once', () => {
  const wrong = proofs.flatMap((proof) => {
    if (!proof.source) return []
    const { source } = proof
    const locations = product.flatMap((file) =>
      file.source
        .split(source)
        .slice(1)
        .map(() => file.path),
    )
    return locations.length === 1 ? [] : [`${source}: ${locations.length} times, in ${locations.join(', ')}`]
  })
  expect(wrong).toEqual([])
})
