import { z } from 'zod'

/** The most characters of a message or question, of a poll's question and of its choices. */
export const longestClassText = 1000
export const longestPollQuestion = 300
export const longestPollOption = 120
/** Polls of a class that may wait to be asked. */
export const mostPreparedPolls = 20
/** Milliseconds for which a press of "I am lost" counts. */
export const lostForMs = 120_000

const text = z.string().trim().min(1).max(longestClassText)
/** Chosen by the sender. A message that is sent again, after a reconnect, is stored once. */
const clientId = z.string().regex(/^[\w-]{1,64}$/)
const key = z.int().positive()
const person = z.string().regex(/^(student|staff|guest)-[1-9]\d{0,14}$/)

/** A poll as a teacher writes it. */
const pollText = {
  client_id: clientId,
  question: z.string().trim().max(longestPollQuestion),
  options: z
    .array(z.string().trim().min(1).max(longestPollOption))
    .min(2)
    .max(8)
    .refine((options) => new Set(options).size === options.length),
  multiple: z.boolean(),
}

/** What a browser sends over the connection of a class. */
export const classRequest = z.discriminatedUnion('type', [
  /** After a reconnect: everything kept since the last id that was seen. */
  z.strictObject({ type: z.literal('resume'), after: z.int().min(0) }),
  z.strictObject({ type: z.literal('chat'), client_id: clientId, text }),
  z.strictObject({ type: z.literal('chat_removed'), message: key }),
  z.strictObject({ type: z.literal('question'), client_id: clientId, text }),
  z.strictObject({ type: z.literal('question_vote'), question: key, up: z.boolean() }),
  z.strictObject({ type: z.literal('question_state'), question: key, state: z.enum(['open', 'answered', 'dismissed']) }),
  /** One's own hand; a teacher lowers that of a person. */
  z.strictObject({ type: z.literal('hand'), up: z.boolean(), person: person.optional() }),
  /** A teacher gives a person the microphone, and takes it back. */
  z.strictObject({ type: z.literal('voice'), person, allowed: z.boolean() }),
  /** A teacher lets one student show the own screen, instead of whoever shows one, and takes it back. */
  z.strictObject({ type: z.literal('screen'), person, allowed: z.boolean() }),
  /** Takes every microphone back. */
  z.strictObject({ type: z.literal('silence') }),
  z.strictObject({ type: z.literal('mute'), person, muted: z.boolean() }),
  z.strictObject({ type: z.literal('remove'), person }),
  /** `prepared`: the poll was written before, and no longer waits. */
  z.strictObject({ type: z.literal('poll'), ...pollText, prepared: key.optional() }),
  /** Writes a poll that is asked later. Teachers see it. */
  z.strictObject({ type: z.literal('poll_prepare'), ...pollText }),
  z.strictObject({ type: z.literal('poll_discard'), prepared: key }),
  z.strictObject({ type: z.literal('poll_close'), poll: key }),
  z.strictObject({ type: z.literal('poll_answer'), poll: key, options: z.array(z.int().min(0).max(7)).min(1).max(8) }),
  z.strictObject({ type: z.literal('topic'), client_id: clientId, title: z.string().trim().min(1).max(200) }),
  z.strictObject({ type: z.literal('lost') }),
  z.strictObject({ type: z.literal('mark'), client_id: clientId, note: z.string().trim().max(300).default('') }),
  z.strictObject({ type: z.literal('end') }),
])
export type ClassRequest = z.infer<typeof classRequest>

export interface ClassPerson {
  id: string
  name: string
  role: 'host' | 'participant' | 'guest'
}

export interface ChatMessage {
  type: 'chat'
  id: number
  at: string
  message: number
  client_id: string
  person: ClassPerson
  text: string
}

export interface ClassQuestion {
  type: 'question'
  id: number
  at: string
  question: number
  client_id: string
  person: ClassPerson
  text: string
  votes: number
  state: 'open' | 'answered' | 'dismissed'
}

export interface ClassPoll {
  type: 'poll'
  id: number
  at: string
  poll: number
  client_id: string
  question: string
  options: string[]
  multiple: boolean
}

/** A poll that waits to be asked. Only teachers see it. */
export interface PreparedPoll {
  type: 'prepared_poll'
  at: string
  prepared: number
  client_id: string
  question: string
  options: string[]
  multiple: boolean
}

export interface PollResult {
  type: 'poll_result'
  id: number
  at: string
  poll: number
  question: string
  options: string[]
  /** Answers of each choice. */
  counts: number[]
  people: number
}

/** What is kept and sent again after a reconnect, in the order of `id`. */
export type KeptEvent =
  | ChatMessage
  | { type: 'chat_removed'; id: number; at: string; message: number }
  | ClassQuestion
  | ClassPoll
  | PollResult
  | { type: 'topic'; id: number; at: string; title: string; number: number }

/** What counts at the moment only. */
type PassingEvent =
  | { type: 'presence'; at: string; person: ClassPerson; here: boolean }
  | { type: 'hand'; at: string; person: ClassPerson; up: boolean }
  | { type: 'voice'; at: string; person: ClassPerson; allowed: boolean }
  /** Who may show their screen instead of the teacher; null for nobody. */
  | { type: 'screen'; at: string; person: ClassPerson | null }
  | { type: 'mute'; at: string; person: string; muted: boolean }
  | { type: 'stage'; at: string; sources: string[] }
  | { type: 'lost'; at: string; count: number }
  | { type: 'answers'; at: string; poll: number; people: number }
  | PreparedPoll
  | { type: 'prepared_poll_gone'; at: string; prepared: number }
  | { type: 'removed'; at: string; person: string }
  | { type: 'ended'; at: string }

/** To one connection alone. */
export type OwnEvent =
  | {
      type: 'hello'
      /** The newest kept event. */
      id: number
      at: string
      person: ClassPerson
      people: ClassPerson[]
      hands: string[]
      voices: string[]
      /** Who may show their screen instead of the teacher. */
      screen: string | null
      muted: boolean
      topics: string[]
      sources: string[]
      ended: boolean
    }
  | { type: 'resumed'; id: number; at: string }
  | { type: 'notice'; at: string; code: string; message: string; client_id?: string }
  | { type: 'marked'; at: string; client_id: string }

export type ClassEvent = KeptEvent | PassingEvent | OwnEvent

/** Why the server closes a connection. */
export const closeCodes = { signIn: 4401, removed: 4403, over: 4404, tookOver: 4409, tooMany: 4429 } as const
