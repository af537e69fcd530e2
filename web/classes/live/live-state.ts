import type {
  ChatMessage,
  ClassEvent,
  ClassPerson,
  ClassPoll,
  ClassQuestion,
  PollResult,
} from '#contract/classes/live-messages.ts'

/** What a window knows of a live class. */
export interface LiveState {
  person: ClassPerson | undefined
  people: readonly ClassPerson[]
  /** Ids of people, the first hand first. */
  hands: readonly string[]
  /** Ids of people who have the microphone. */
  voices: readonly string[]
  mutedPeople: readonly string[]
  isMuted: boolean
  messages: readonly ChatMessage[]
  questions: readonly ClassQuestion[]
  poll: ClassPoll | undefined
  /** How many have answered the open poll. Teachers see it. */
  answers: number
  result: PollResult | undefined
  /** Planned with the class. */
  plannedTopics: readonly string[]
  topic: { title: string; number: number; at: string } | undefined
  sources: readonly string[]
  lost: number
  notice: { code: string; message: string } | undefined
}

export const emptyState: LiveState = {
  person: undefined,
  people: [],
  hands: [],
  voices: [],
  mutedPeople: [],
  isMuted: false,
  messages: [],
  questions: [],
  poll: undefined,
  answers: 0,
  result: undefined,
  plannedTopics: [],
  topic: undefined,
  sources: [],
  lost: 0,
  notice: undefined,
}

/** Messages that a window keeps. The rest is read beside the recording. */
const mostMessages = 500

/** What a window knows after an event. An event that came before changes nothing. */
export function afterEvent(state: LiveState, event: ClassEvent): LiveState {
  switch (event.type) {
    case 'hello': {
      const { person, people, hands, voices, muted: isMuted, topics: plannedTopics, sources } = event
      return { ...state, person, people, hands, voices, isMuted, plannedTopics, sources }
    }
    case 'chat':
      if (state.messages.some(({ message }) => message === event.message)) return state
      return { ...state, messages: [...state.messages, event].slice(-mostMessages) }
    case 'chat_removed':
      return { ...state, messages: state.messages.filter(({ message }) => message !== event.message) }
    case 'question':
      return { ...state, questions: newest(state.questions, event) }
    case 'poll':
      return { ...state, poll: event, answers: 0, result: undefined }
    case 'poll_result':
      return { ...state, poll: state.poll?.poll === event.poll ? undefined : state.poll, result: event }
    case 'answers':
      return state.poll?.poll === event.poll ? { ...state, answers: event.people } : state
    case 'topic':
      return { ...state, topic: event }
    case 'stage':
      return { ...state, sources: event.sources }
    case 'lost':
      return { ...state, lost: event.count }
    case 'presence':
      return { ...state, people: present(state.people, event) }
    case 'hand':
      return { ...state, hands: toggled(state.hands, event.person.id, event.up) }
    case 'voice':
      return { ...state, voices: toggled(state.voices, event.person.id, event.allowed) }
    case 'mute':
      return {
        ...state,
        mutedPeople: toggled(state.mutedPeople, event.person, event.muted),
        isMuted: event.person === state.person?.id ? event.muted : state.isMuted,
      }
    case 'removed':
      return {
        ...state,
        people: state.people.filter(({ id }) => id !== event.person),
        hands: toggled(state.hands, event.person, false),
      }
    case 'notice':
      // The pictures say it themselves.
      if (event.code === 'engine_gone') return { ...state, sources: [] }
      return { ...state, notice: event }
    default:
      return state
  }
}

function newest(questions: readonly ClassQuestion[], event: ClassQuestion): ClassQuestion[] {
  const known = questions.find(({ question }) => question === event.question)
  if (known && known.id > event.id) return [...questions]
  return known ? questions.map((one) => (one === known ? event : one)) : [...questions, event]
}

function present(people: readonly ClassPerson[], { person, here }: { person: ClassPerson; here: boolean }): ClassPerson[] {
  const others = people.filter(({ id }) => id !== person.id)
  return here ? [...others, person] : others
}

function toggled(ids: readonly string[], id: string, on: boolean): string[] {
  const others = ids.filter((other) => other !== id)
  return on ? (ids.includes(id) ? [...ids] : [...others, id]) : others
}

/** Questions as a class reads them: the open ones by votes, then those that are answered. */
export function sortedQuestions(questions: readonly ClassQuestion[]): ClassQuestion[] {
  const shown = questions.filter(({ state }) => state !== 'dismissed')
  return shown.toSorted(
    (one, other) =>
      Number(one.state === 'answered') - Number(other.state === 'answered') ||
      other.votes - one.votes ||
      one.question - other.question,
  )
}
