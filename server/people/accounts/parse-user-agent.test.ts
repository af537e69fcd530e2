import { expect, test } from 'vitest'
import { parseUserAgent } from './parse-user-agent.ts'

const gecko = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${gecko} Chrome/143.0.0.0 Safari/537.36`, 'Chrome on Windows', 'computer'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${gecko} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
    'Edge on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'Safari on Mac',
    'computer',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux', 'computer'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
    'tablet',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${gecko} Chrome/143.0.0.0 Mobile Safari/537.36`, 'Chrome on Android', 'phone'],
  [
    `Mozilla/5.0 (Linux; Android 15; Tab) ${gecko} SamsungBrowser/29.0 Chrome/136.0.0.0 Safari/537.36`,
    'Samsung Internet on Android',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel; wv) ${gecko} Version/4.0 Chrome/143.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
    'phone',
  ],
  ['curl/8.17.0', 'Unknown device', 'unknown'],
  ['', 'Unknown device', 'unknown'],
])('%s', (userAgent, name, kind) => {
  expect(parseUserAgent(userAgent)).toEqual({ name, kind })
})
