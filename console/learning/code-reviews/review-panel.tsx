import { linesText } from '#contract/learning/code-reviews.ts'
import { type CodeReviewRecord, codeOriginNames } from '#contract/learning/staff/code-reviews.ts'
import { formatPlainDay } from '#ui/format.ts'
import { publication } from '#console/kit/resource/publication.tsx'
import { Unready } from '#console/kit/resource/unready.tsx'
import { ShownCode } from './shown-code.tsx'
import { missingForName } from './unready.ts'

export function ReviewPanel({ record }: { record: CodeReviewRecord }) {
  // Two comments may have one text.
  const numbered = record.comments.map((comment, index) => ({ ...comment, number: index + 1 }))
  return (
    <div className="grid gap-5">
      {record.publication === 'published' ? null : <Unready one="code review" missing={missingForName(record)} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {publication.column.show(record)}
        <span>{record.course ?? 'Home page'}</span>
        <span className="text-muted">{record.language}</span>
      </div>
      <p>{record.task}</p>
      <ShownCode {...record} />
      <ol className="grid gap-3">
        {numbered.map(({ number, ...comment }) => (
          <li key={number}>
            <p className="figures text-xs font-semibold text-muted">
              {number}, {linesText(comment.first_line, comment.last_line)}
            </p>
            <p className="mt-0.5">{comment.text}</p>
            {comment.answer !== null && comment.answer_first !== null && comment.answer_last !== null ? (
              <p className="figures mt-1 text-sm text-good">
                {comment.answer} ({linesText(comment.answer_first, comment.answer_last)})
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">
        {codeOriginNames[record.origin]}
        {record.student_name === null ? null : `: ${record.student_name}`}
        {record.consented_on === null ? null : `, consent of ${formatPlainDay(record.consented_on)}`}
      </p>
    </div>
  )
}
