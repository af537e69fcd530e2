import { BookOpenText, Compass, Hammer, type LucideIcon, MessageSquareText, MonitorPlay, Radio } from 'lucide-react'
import type { offeringIcons } from '#contract/site/staff/settings.ts'
import type { FieldValues } from 'react-hook-form'
import { type Common, GroupFrame, useLabel } from '#console/kit/fields/frame.tsx'
import { useField } from '#console/kit/fields/use-field.ts'

type Icon = (typeof offeringIcons)[number]

const icons: Record<Icon, { label: string; Sign: LucideIcon }> = {
  radio: { label: 'Live class', Sign: Radio },
  'message-square-text': { label: 'Conversation', Sign: MessageSquareText },
  hammer: { label: 'Work', Sign: Hammer },
  'monitor-play': { label: 'Recording', Sign: MonitorPlay },
  compass: { label: 'Guidance', Sign: Compass },
  'book-open-text': { label: 'Reading', Sign: BookOpenText },
}

/** One of the signs that the home page can draw. */
export function IconField<Values extends FieldValues = never>({ name, label, hint }: Omit<Common<Values>, 'required'>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, onBlur, error } = useField<Icon>(name)
  return (
    <GroupFrame id={id} label={shown} hint={hint} error={error}>
      <div className="flex flex-wrap gap-2">
        {Object.entries(icons).map(([icon, { label: named, Sign }]) => (
          <label
            key={icon}
            title={named}
            className="grid size-9 cursor-pointer place-items-center rounded-md border border-line text-muted has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent touch:size-11"
          >
            <input
              type="radio"
              name={id}
              aria-label={named}
              checked={value === icon}
              onChange={() => set(icon as Icon)}
              onBlur={onBlur}
              className="sr-only"
            />
            <Sign aria-hidden="true" className="size-4" />
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}
