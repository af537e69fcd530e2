import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('nothing in the pages writes markup as it is but the script of ours in the head [SEC-041]', () => {
  const raw = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc/i
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(50)
  const writing = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => raw.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(writing).toEqual(['web/root.tsx: <script dangerouslySetInnerHTML={{ __html: beforeHydration }} />'])
})

test('a link leads to a path of ours, a phone or a mail; the few that lead where a row says are guarded [SEC-043]', () => {
  const sources = globSync('web/**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))
  const elsewhere = sources.flatMap((file) =>
    [...read(file).matchAll(/\b(?:href|action|formAction|xlinkHref)=\{(?!['"`](?:\/(?!\/)|#|mailto:|tel:))([^}]*)\}/g)].map(
      ([, value]) => `${file}: ${value}`,
    ),
  )
  expect(elsewhere.toSorted()).toEqual([
    // `isWebAddress` stands before these two.
    'web/classes/next-class.tsx: url',
    'web/enrolment/enrolled-card.tsx: batch.classroom_url',
    // Social networks, which the server gives out as web addresses alone.
    'web/site/footer.tsx: url',
    'web/site/top-bar.tsx: url',
  ])
  for (const file of ['web/classes/next-class.tsx', 'web/enrolment/enrolled-card.tsx']) {
    expect(read(file), file).toMatch(/isWebAddress\(/)
  }
})

test('the server connects to the provider, the mail server and the database, and to nothing else [SEC-050]', () => {
  const going = /\bfetch\(|\bnew WebSocket\(|from '(?:node:)?(?:net|tls|http2|dgram|dns|dns\/promises|https?|undici)'|require\(/
  const sources = globSync('server/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(150)
  const lines = sources.flatMap((file) =>
    read(file)
      .split('\n')
      // Types go nowhere, and neither does what listens or reads an address.
      .filter(
        (line) =>
          going.test(line) &&
          !/import (?:type )?\{ (?:type \w+|createServer|isIPv\d|IncomingMessage|STATUS_CODES|Server|ServerResponse|Socket|[, ])+ \}/.test(
            line,
          ),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines.toSorted()).toEqual([
    "server/mail/read-smtp-greeting.ts: import { connect } from 'node:net'",
    'server/payments/provider/razorpay-client.ts: const response = await fetch(`${options.apiUrl}/v1${path}`, {',
  ])
})
