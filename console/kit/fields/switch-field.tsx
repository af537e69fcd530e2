import { Switch } from '@base-ui/react/switch'
import type { FieldValues } from 'react-hook-form'
import { Below } from '#ui/field.tsx'
import { type Common, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

/** On or off. */
export function SwitchField<Values extends FieldValues = never>({ name, label, hint }: Omit<Common<Values>, 'required'>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<boolean | null>(name)
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4">
      <label htmlFor={id} className="text-sm font-semibold touch:py-2">
        {shown}
      </label>
      <Switch.Root
        id={id}
        inputRef={ref}
        checked={value ?? false}
        onCheckedChange={set}
        onBlur={onBlur}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="flex h-5 w-9 shrink-0 items-center rounded-full bg-edge p-0.5 transition-colors data-checked:bg-accent forced-colors:border"
      >
        <Switch.Thumb className="size-4 rounded-full bg-surface transition-transform data-checked:translate-x-4 forced-colors:bg-[CanvasText]" />
      </Switch.Root>
      <Below id={id} hint={hint} error={error} />
    </div>
  )
}
