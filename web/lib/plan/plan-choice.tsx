import type { ReactNode } from 'react'
import { formatRupees } from '#ui/format.ts'
import { partsInWords } from './parts-in-words.ts'
import type { Plans } from './use-plans.ts'

/** Whether the price is paid at once or in parts, with every amount and day in words. */
export function PlanChoice({ plans: { plans, fullPaise, chosen, choose } }: { plans: Plans }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">How do you want to pay?</legend>
      <div className="grid gap-2">
        <Option
          value="full"
          checked={chosen === 'full'}
          onChoose={() => choose('full')}
          title={`${formatRupees(fullPaise / 100)} today`}
        />
        {plans.map((plan) => (
          <Option
            key={plan.id}
            value={String(plan.id)}
            checked={chosen === plan.id}
            onChoose={() => choose(plan.id)}
            title={`${plan.name}: ${formatRupees((plan.parts[0]?.paise ?? 0) / 100)} today`}
          >
            You pay {partsInWords(plan.parts)}.
            {plan.fee_paise > 0
              ? ` That is ${formatRupees(plan.total_paise / 100)} in all, with ${formatRupees(plan.fee_paise / 100)} for paying in parts.`
              : ' It costs nothing more.'}
          </Option>
        ))}
      </div>
    </fieldset>
  )
}

interface OptionProps {
  value: string
  title: string
  checked: boolean
  onChoose: () => void
  children?: ReactNode
}

function Option({ value, title, checked, onChoose, children }: OptionProps) {
  return (
    <label className="flex gap-3 rounded-md border border-line px-3.5 py-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="plan"
        value={value}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-accent outline-none"
      />
      <span className="figures min-w-0">
        <span className="block font-semibold">{title}</span>
        {children ? <span className="mt-0.5 block text-sm text-muted">{children}</span> : null}
      </span>
    </label>
  )
}
