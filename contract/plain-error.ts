import type { z } from 'zod'

const required = 'This field is required.'
const unclear = 'Please check this value.'
const formats: Readonly<Record<string, string>> = {
  date: 'Please choose a day.',
  datetime: 'Please choose a day and a time.',
  time: 'Please choose a time.',
  url: 'Please enter a full web address that starts with https://.',
  email: 'Please enter a valid e-mail address.',
}

/** What a person reads where the schema has no words of its own. */
export function plainError(issue: z.core.$ZodRawIssue): string {
  const { input } = issue
  if (input === null || input === undefined || input === '' || Number.isNaN(input)) return required
  if (issue.code === 'too_small') return tooSmall(issue.origin, Number(issue.minimum))
  if (issue.code === 'too_big') return tooBig(issue.origin, Number(issue.maximum))
  if (issue.code === 'invalid_format') return formats[issue.format] ?? unclear
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'Please give a whole number.'
  if (issue.code === 'unrecognized_keys') return `${issue.keys.map((key) => `"${key}"`).join(', ')} is not known here.`
  return unclear
}

function tooSmall(origin: string, minimum: number): string {
  if (origin === 'string') return minimum === 1 ? required : `Please give at least ${minimum} characters.`
  if (origin === 'array') return minimum === 1 ? 'Please add at least one.' : `Please add at least ${minimum}.`
  return `Please give ${minimum.toLocaleString('en-IN')} or more.`
}

function tooBig(origin: string, maximum: number): string {
  if (origin === 'string') return `Please keep this under ${maximum + 1} characters.`
  if (origin === 'array') return `There can be ${maximum} at most.`
  return `Please give ${maximum.toLocaleString('en-IN')} or less.`
}
