import { ChevronDown } from 'lucide-react'

/** Questions that open one by one, without a script. */
export function Questions({ questions }: { questions: { question: string; answer: string }[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ question, answer }) => (
        <details key={question} name="questions" className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold hover:text-accent [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-muted transition-transform duration-200 group-open:rotate-180"
            />
          </summary>
          <p className="prose-width pb-5 text-sm text-muted">{answer}</p>
        </details>
      ))}
    </div>
  )
}
