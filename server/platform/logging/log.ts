import pino, { type DestinationStream, type Logger } from 'pino'
import { limitRepeats } from './limit-repeats.ts'

/** Personal data and credentials, masked anywhere in a line, because a driver's message may contain a value. */
const secrets: [pattern: RegExp, instead: string][] = [
  // A bare number as a value needs quotes around its replacement to stay JSON.
  [/(?<=[^\\]":)\d{10}(?=[,}])/g, '"[phone]"'],
  // Each run of characters is matched whole, so that matching stays linear.
  [/eyJ[\w-]+(?:\.[\w-]+\.[\w-]+)?/g, '[token]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[token]'],
  [/(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  [/(?<![\w.-])(?:\+?91[ -]?|0)?\d{10}(?![\w-])/g, '[phone]'],
]

/** Creates the JSON log on standard output or a given stream. Lines about an outage are limited per minute. */
export function createLog(destination?: DestinationStream): Logger {
  const decide = limitRepeats()
  return pino(
    {
      level: 'info',
      redact: {
        paths: [
          'req.headers.authorization',
          '*.email',
          '*.phone',
          '*.otp',
          '*.totp',
          '*.recovery',
          '*.access',
          '*.refresh',
          'err.detail',
          'err.where',
          'err.parameters',
        ],
        censor: '[redacted]',
      },
      hooks: {
        logMethod(args, method) {
          const [given, message]: unknown[] = args
          const facts = typeof given === 'object' && given !== null && 'err' in given ? given : undefined
          const { write, suppressed } = decide(String(message), facts?.err)
          if (!write) return
          if (facts && suppressed > 0) method.call(this, { ...facts, suppressed }, String(message))
          else method.apply(this, args)
        },
        streamWrite: (line) => secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line),
      },
    },
    ...(destination ? [destination] : []),
  )
}
