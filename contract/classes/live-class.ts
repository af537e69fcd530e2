import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { id, instant } from '#contract/fields.ts'
import { recordingStates } from './classes.ts'

/** What a person is in a live class. Only a host may send camera and screen. */
export const classRoles = ['host', 'participant', 'guest'] as const
export type ClassRole = (typeof classRoles)[number]

const enteredClass = z.object({
  role: z.enum(classRoles),
  person: z.object({ id: z.string(), name: z.string() }),
  /** The WebSocket of chat, questions and presence, opened with `?ticket=`. */
  live_url: z.string(),
  /** Opens one connection within 30 seconds. */
  ticket: z.string(),
  /** Where a browser offers to watch a source (WHEP), with `?source=` and `?layer=`. */
  whep_url: z.string(),
  /** Where a browser or OBS offers to send (WHIP), followed by the source and a slash. Null for who may not send. */
  whip_url: z.string().nullable(),
  /** The bearer token of both. It names the person, the role, the class and its engine. */
  token: z.string(),
  token_expires_at: instant,
  /** Sources on the air. */
  sources: z.array(z.object({ source: z.string(), layers: z.array(z.enum(['high', 'low'])) })),
  capabilities: z.object({ camera: z.boolean(), screen: z.boolean(), layers: z.boolean() }),
})
export type EnteredClass = z.infer<typeof enteredClass>

const example: EnteredClass = {
  role: 'participant',
  person: { id: 'student-7', name: 'Asha Rao' },
  live_url: '/api/classroom/12/live/',
  ticket: 'q3l9Xb7Zk0m1d5f8h2j4n6p8r0t2v4x6z8A1C3E5G7I',
  whep_url: '/api/classroom/12/whep/',
  whip_url: null,
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImNsYXNzK2p3dCJ9.e30.Zm9v',
  token_expires_at: '2026-12-21T14:00:00.000Z',
  sources: [{ source: 'camera', layers: ['high', 'low'] }],
  capabilities: { camera: false, screen: false, layers: true },
}

export const startDemoClass = endpoint({
  name: 'startDemoClass',
  method: 'POST',
  path: '/staff/classroom/demo-class/',
  tag: 'Classes',
  summary: 'Make a class of half an hour that begins now; only in the demo',
  access: { staff: 'account:own' },
  answers: { 200: z.object({ session_id: z.int() }) },
  errors: [404, 409],
  example: { answer: { session_id: 12 } },
})

export const enterClass = endpoint({
  name: 'enterClass',
  method: 'POST',
  path: '/classroom/:session_id/enter/',
  tag: 'Classes',
  summary: 'Enter a class that is held in the product; answers where to watch and to send, with a token of ten minutes',
  access: 'attendee',
  begun: true,
  params: z.object({ session_id: id }),
  /** `reopen`: a teacher goes on with a class that was ended for all. Nothing else opens it again. */
  query: z.strictObject({ reopen: z.literal('yes').optional() }),
  answers: { 200: enteredClass },
  errors: [401, 403, 404],
  failures: {
    409: errorBody.extend({ opens_at: instant }),
    410: errorBody.extend({ recording: z.enum(recordingStates).nullable() }),
  },
  example: {
    answer: example,
    others: {
      409: { ...body('This class opens at 7:15 PM IST.', 'class_not_open'), opens_at: '2026-12-21T13:45:00.000Z' },
      410: { ...body('This class is over.', 'class_over'), recording: 'expected' },
    },
  },
})
