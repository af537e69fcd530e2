import { Check, ChevronUp, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { Linked, WriteLine } from './chat.tsx'
import { sortedQuestions } from './live-state.ts'
import type { LiveRoom } from './use-live-room.ts'

/** Questions of a class: those that most want answered first. */
export function QuestionsPanel({ room }: { room: LiveRoom }) {
  const { state, send, isHost } = room
  const [voted, setVoted] = useState<ReadonlySet<number>>(new Set())
  const vote = (question: number) => {
    const up = !voted.has(question)
    const next = new Set(voted)
    if (up) next.add(question)
    else next.delete(question)
    setVoted(next)
    send({ type: 'question_vote', question, up })
  }
  const questions = sortedQuestions(state.questions)
  return (
    <div className="live-column">
      <ol className="live-list" aria-label="Questions">
        {questions.length === 0 ? (
          <li className="live-hint">
            {isHost
              ? 'Questions of the class stand here, by votes.'
              : 'Ask what you want explained. Vote for what you want to hear too.'}
          </li>
        ) : null}
        {questions.map((question) => (
          <li key={question.question} className="live-question" data-answered={question.state === 'answered' || undefined}>
            <button
              type="button"
              className="live-vote"
              aria-pressed={voted.has(question.question)}
              aria-label={`Vote for: ${question.text}. ${question.votes} votes`}
              disabled={question.state === 'answered' || isHost}
              onClick={() => vote(question.question)}
            >
              <ChevronUp aria-hidden="true" />
              {question.votes}
            </button>
            <div>
              <p className="live-text">
                <Linked text={question.text} />
              </p>
              <p className="live-who">
                {question.person.name}
                {question.state === 'answered' ? <span className="live-tag">Answered</span> : null}
              </p>
              {isHost ? (
                <p className="live-row">
                  {question.state === 'open' ? (
                    <>
                      <button
                        type="button"
                        onClick={() => send({ type: 'question_state', question: question.question, state: 'answered' })}
                      >
                        <Check aria-hidden="true" /> Answered
                      </button>
                      <button
                        type="button"
                        onClick={() => send({ type: 'question_state', question: question.question, state: 'dismissed' })}
                      >
                        <X aria-hidden="true" /> Dismiss
                      </button>
                    </>
                  ) : (
                    <button
                      type="button"
                      onClick={() => send({ type: 'question_state', question: question.question, state: 'open' })}
                    >
                      <RotateCcw aria-hidden="true" /> Open again
                    </button>
                  )}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {isHost || state.isMuted ? null : (
        <WriteLine label="Question" placeholder="Ask a question" action="Ask" onSend={(text) => room.say('question', text)} />
      )}
    </div>
  )
}
