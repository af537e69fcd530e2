import { expect, test } from 'vitest'
import type { ClassEvent, ClassQuestion } from '#contract/classes/live-messages.ts'
import { afterEvent, emptyState, sortedQuestions } from './live-state.ts'

const at = '2031-02-03T14:00:00.000Z'
const asha = { id: 'student-1', name: 'Asha Rao', role: 'participant' } as const
const ravi = { id: 'student-2', name: 'Ravi Iyer', role: 'participant' } as const

const after = (...events: ClassEvent[]) => events.reduce(afterEvent, emptyState)
const chat = (id: number, text: string): ClassEvent => ({
  type: 'chat',
  id,
  at,
  message: id,
  client_id: `c${id}`,
  person: asha,
  text,
})
const question = (id: number, number: number, more: Partial<ClassQuestion> = {}): ClassQuestion => ({
  type: 'question',
  id,
  at,
  question: number,
  client_id: `q${number}`,
  person: asha,
  text: `Question ${number}`,
  votes: 0,
  state: 'open',
  ...more,
})

test('a message that comes again stands once', () => {
  expect(after(chat(1, 'Hello'), chat(2, 'All'), chat(1, 'Hello')).messages.map(({ text }) => text)).toEqual(['Hello', 'All'])
})

test('a removed message is gone', () => {
  expect(after(chat(1, 'Hello'), { type: 'chat_removed', id: 2, at, message: 1 }).messages).toEqual([])
})

test('an older state replaces no newer one of a question', () => {
  const state = after(question(5, 1, { votes: 3 }), question(2, 1, { votes: 1 }))
  expect(state.questions).toEqual([question(5, 1, { votes: 3 })])
})

test('open questions stand by votes, before the answered ones', () => {
  const questions = [
    question(1, 1, { votes: 9, state: 'answered' }),
    question(2, 2, { votes: 1 }),
    question(3, 3, { votes: 4 }),
    question(4, 4, { state: 'dismissed' }),
    question(5, 5, { votes: 1 }),
  ]
  expect(sortedQuestions(questions).map(({ question: number }) => number)).toEqual([3, 2, 5, 1])
})

test('hands keep their order and are raised once', () => {
  const hand = (person: typeof asha | typeof ravi, up: boolean): ClassEvent => ({ type: 'hand', at, person, up })
  expect(after(hand(ravi, true), hand(asha, true), hand(ravi, true)).hands).toEqual(['student-2', 'student-1'])
  expect(after(hand(ravi, true), hand(asha, true), hand(ravi, false)).hands).toEqual(['student-1'])
})

test('only what is new is said to a reader', () => {
  const hello: ClassEvent = {
    type: 'hello',
    id: 0,
    at,
    person: { id: 'staff-1', name: 'Meera', role: 'host' },
    people: [],
    hands: [],
    voices: [],
    screen: null,
    muted: false,
    topics: [],
    sources: [],
    ended: false,
  }
  const hand: ClassEvent = { type: 'hand', at, person: asha, up: true }
  expect(after(hello, question(1, 1), hand).spoken).toEqual({ text: '', count: 0 })
  const resumed: ClassEvent = { type: 'resumed', id: 1, at }
  expect(after(hello, resumed, hand).spoken).toEqual({ text: 'Asha Rao raised a hand. 1 hand is up.', count: 1 })
  expect(after(hello, resumed, question(1, 1), question(2, 1, { votes: 1 })).spoken.count).toBe(1)
  const own = { ...hello, person: asha }
  const voice: ClassEvent = { type: 'voice', at, person: asha, allowed: true }
  expect(after(own, resumed, voice).spoken.text).toBe('You have the microphone.')
  expect(after(own, resumed, { ...voice, person: ravi }, hand).spoken.count).toBe(0)
})

test('who is sent out no longer has the stage', () => {
  const screen: ClassEvent = { type: 'screen', at, person: asha }
  expect(after(screen).screen).toBe('student-1')
  expect(after(screen, { type: 'removed', at, person: 'student-2' }).screen).toBe('student-1')
  expect(after(screen, { type: 'removed', at, person: 'student-1' }).screen).toBe(null)
})

test('a result closes the poll that it belongs to', () => {
  const poll: ClassEvent = {
    type: 'poll',
    id: 1,
    at,
    poll: 4,
    client_id: 'p',
    question: '',
    options: ['A', 'B'],
    multiple: false,
  }
  const result: ClassEvent = {
    type: 'poll_result',
    id: 2,
    at,
    poll: 4,
    question: '',
    options: ['A', 'B'],
    counts: [1, 2],
    people: 3,
  }
  expect(after(poll, { type: 'answers', at, poll: 4, people: 2 })).toMatchObject({ answers: 2, result: undefined })
  expect(after(poll, result)).toMatchObject({ poll: undefined, result: { people: 3 } })
})
