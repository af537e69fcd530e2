import pino, { type DestinationStream, type Logger } from 'pino'
import { limitRepeats } from './limit-repeats.ts'

/** What tells of a person or opens an account, wherever in a line it stands: a driver's message may repeat a value. */
const secrets: [pattern: RegExp, instead: string][] = [
  // A bare number as a value: without quotes the line would be no JSON any more.
  [/(?<=[^\\]":)\d{10}(?=[,}])/g, '"[phone]"'],
  // Each run of letters is taken whole, so that none is read twice.
  [/eyJ[\w-]+(?:\.[\w-]+\.[\w-]+)?/g, '[token]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[token]'],
  [/(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  [/(?<![\w.-])(?:\+?91[ -]?|0)?\d{10}(?![\w-])/g, '[phone]'],
]

/** Lines of JSON on standard output, or wherever they should go. An outage is told a few times a minute, not with every call. */
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
