import type { UseFormRegisterReturn } from 'react-hook-form'
import { phonePattern, tenDigits } from '#contract/rules.ts'
import { Field } from './field.tsx'

interface Props {
  field: UseFormRegisterReturn
  label?: string
  error?: string | undefined
}

/** Ten digits and nothing else; a pasted prefix goes before anything is cut, so there is no `maxLength` here. */
export function PhoneField({ field, label = 'Phone number', error }: Props) {
  return (
    <Field
      {...field}
      onChange={(event) => {
        event.target.value = tenDigits(event.target.value)
        void field.onChange(event)
      }}
      label={label}
      type="text"
      inputMode="numeric"
      autoComplete="tel-national"
      pattern={phonePattern.source}
      title="Phone number must be 10 digits"
      required
      error={error}
      hint="Ten digits, without +91 or a leading 0."
      className="figures"
    />
  )
}
