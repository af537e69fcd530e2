import { Check } from 'lucide-react'
import { Navigate, useNavigate } from 'react-router'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { SkeletonLines } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import type { Opening } from '#contract/desk/staff/opening.ts'
import { OpenSchool } from './open-school.tsx'
import type { Step } from './setup-steps.ts'
import { useSetup } from './setup.ts'

/** The first page: the steps of a new school, else `first`. */
export function Setup({ first }: { first: string }) {
  const { steps, opening, isPending, finish } = useSetup()
  if (isPending) {
    return (
      <div className="mx-auto max-w-3xl px-4 pt-6 sm:px-8">
        <SkeletonLines lines={6} />
      </div>
    )
  }
  return steps && opening ? (
    <SetupPage steps={steps} opening={opening} first={first} onFinish={finish} />
  ) : (
    <Navigate to={first} replace />
  )
}

interface Props {
  steps: readonly Step[]
  opening: Opening
  first: string
  onFinish: () => void
}

function SetupPage({ steps, opening, first, onFinish }: Props) {
  useTitle('Set up the school')
  const next = steps.findIndex(({ done }) => !done)
  const count = steps.filter(({ done }) => done).length
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-6 pb-10 sm:px-8">
        <h1 tabIndex={-1} className="text-2xl outline-none">
          Set up the school
        </h1>
        <p className="figures mt-1 mb-6 text-base text-muted">
          {opening.opened_at === null
            ? `${count} of ${steps.length} steps are done. Visitors read that the school opens soon, until you open it.`
            : next < 0
              ? 'All is done. Students can register and buy.'
              : `${count} of ${steps.length} steps are done. A student can buy after the last one.`}
        </p>
        {opening.opened_at === null ? <OpenSchool opening={opening} isComplete={next < 0} /> : null}
        {opening.opened_at !== null && next < 0 ? <Finish first={first} onFinish={onFinish} /> : null}
        <ol className="overflow-hidden rounded-md border border-line">
          {steps.map((step, index) => (
            <Row key={step.title} step={step} number={index + 1} isNext={index === next} />
          ))}
        </ol>
      </div>
    </div>
  )
}

function Row({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { title, text, action, to, done } = step
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-4 py-4 first:border-t-0"
    >
      <span
        aria-hidden="true"
        className={`figures grid size-8 shrink-0 place-items-center rounded-full font-semibold ${done ? 'bg-good-soft text-good' : 'border border-edge text-muted'}`}
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {done ? (
        <span className="font-semibold text-good">Done</span>
      ) : (
        <ButtonLink to={to} variant={isNext ? 'primary' : 'secondary'}>
          {action}
        </ButtonLink>
      )}
    </li>
  )
}

function Finish({ first, onFinish }: Pick<Props, 'first' | 'onFinish'>) {
  const navigate = useNavigate()
  return (
    <div className="mb-6 flex flex-wrap gap-2">
      <Button
        variant="primary"
        onClick={() => {
          onFinish()
          void navigate(first)
        }}
      >
        Go to Today
      </Button>
      <a href="/home" target="_blank" rel="noopener" className={buttonClass()}>
        Open the site<span className="sr-only">, in a new tab</span>
      </a>
    </div>
  )
}
