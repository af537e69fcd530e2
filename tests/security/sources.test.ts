import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('only the hydration script in the head uses raw markup [SEC-041]', () => {
  const raw = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc/i
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(50)
  const uses = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => raw.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(uses).toEqual([
    'web/root.tsx: <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: beforeHydration }} />',
  ])
})

test('links with a URL from the database check it first [SEC-043]', () => {
  const sources = globSync('{web,ui}/**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))
  const dynamicLinks = sources.flatMap((file) =>
    [...read(file).matchAll(/\b(?:href|action|formAction|xlinkHref)=\{(?!['"`](?:\/(?!\/)|#|mailto:|tel:|https:\/\/))([^}]*)\}/g)]
      // A path of the page table begins with one slash.
      .filter(([, value = '']) => !/^(?:`\$\{)?pathTo(?:Login)?\(/.test(value))
      // `phoneOf` writes a link that begins with tel:.
      .filter(([, value]) => value !== 'phone.href')
      // `web/learning/certificates/links.ts` begins them with a slash or with LinkedIn's host.
      .filter(([, value = '']) => !/^(?:pdfPath|linkedInProfileLink|linkedInShareLink)\(/.test(value))
      .map(([, value]) => `${file}: ${value}`),
  )
  expect(dynamicLinks.toSorted()).toEqual([
    // Parts of picture files that the build has imported.
    'ui/icon.tsx: `${brands',
    'ui/icon.tsx: `${icons',
    'ui/stars.tsx: `${icons',
    // The contract takes only addresses that begin with https.
    'web/catalog/instructor-links.tsx: url',
    // Always an address at the calendar's own host.
    'web/classes/add-to-calendar.tsx: link',
    // The host of pictures, and a path of the library that the server has made.
    'web/classes/announcements.tsx: `${base',
    // The server has just made this address of its own.
    "web/classes/calendar-card.tsx: url.replace(/^https?:/, 'webcal:')",
    // A part and a second of the same page.
    'web/classes/class-page/chapters.tsx: `?part=${part',
    // The server has signed this path of its own.
    'web/classes/class-page/download-link.tsx: video.download_url',
    // `splitLinks` makes links of web addresses only.
    'web/classes/class-words.tsx: href',
    // The page's own path of the class.
    'web/classes/clips/clip-video.tsx: wholeClass',
    // `address` matches web addresses alone.
    'web/classes/live/chat.tsx: part',
    // The server returns only web addresses for social networks.
    'web/frame/footer.tsx: url',
    // A constant list of policy paths.
    'web/frame/pay-frame.tsx: path',
    'web/frame/top-bar.tsx: url',
    // `ProjectOfHolder` returns nothing for any other than a web address.
    'web/learning/certificates/project-of-holder.tsx: url',
    // The settings of the demo name its inbox.
    'web/lib/inbox-note.tsx: inboxUrl',
    // The icons with the version of the brand.
    "web/root.tsx: icon('/favicon.svg')",
    "web/root.tsx: icon('/icon-180.png')",
    // A phone or mail link that the page writes.
    'web/routes/contact.tsx: href',
    // `isLink` allows the web, mail addresses and paths of the site.
    'web/site/content/article-blocks.tsx: link',
    // Shown only when it is a web address.
    'web/site/content/project-grid.tsx: project.live_url',
  ])
  // A classroom's address comes from staff, and the page goes there.
  expect(read('web/classes/class-to-join.tsx')).toMatch(/if \(!isClassroomAddress\(/)
})

test('connects only to neighbours that the settings name [SEC-050]', () => {
  const connecting =
    /\bfetch\(|\bnew WebSocket\(|from '(?:node:)?(?:net|tls|http2|dgram|dns|dns\/promises|https?|undici)'|require\(/
  const sources = globSync('server/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(150)
  const lines = sources.flatMap((file) =>
    read(file)
      .split('\n')
      // Type imports, listeners and address parsers open no connection.
      .filter(
        (line) =>
          connecting.test(line) &&
          !/import (?:type )?\{ (?:type \w+|createServer|isIPv\d|IncomingMessage|STATUS_CODES|Server|ServerResponse|Socket|[, ])+ \}/.test(
            line,
          ),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines.toSorted()).toEqual([
    // Where an engine of this product wrote down that it listens.
    'server/classes/classroom/engine/call-engine.ts: return fetch(`${control_url}${path}${search}`, {',
    // Health looks at the site's own address, the provider's clock and the records of the mail's domain.
    "server/desk/health/checks/certificate.ts: import { connect, type PeerCertificate } from 'node:tls'",
    "server/desk/health/checks/certificate.ts: import { isIP } from 'node:net'",
    'server/desk/health/checks/clock.ts: const answer = await fetch(url, {',
    "server/desk/health/checks/mail-dns.ts: import { promises as dns } from 'node:dns'",
    "server/messaging/mail/read-smtp-greeting.ts: import { connect } from 'node:net'",
    'server/money/provider/razorpay-client.ts: const response = await fetch(`${options.apiUrl}/v1${path}`, init).catch((cause: unknown) => {',
    'server/platform/files/s3-bucket.ts: client.fetch(`${url}/${path}`, { ...init, ...(timeout > 0 && { signal: AbortSignal.timeout(timeout) }) })',
  ])
})
