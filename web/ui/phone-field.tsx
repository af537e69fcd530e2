import { useEffect, useRef } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  const { onChange } = field
  useEffect(() => {
    const element = input.current
    if (!element) return
    // Typed before the page came alive, or filled in by a browser that tells nobody.
    const settle = () => {
      const digits = tenDigits(element.value)
      if (digits === element.value) return
      element.value = digits
      void onChange({ target: element, type: 'change' })
    }
    settle()
    const { form } = element
    form?.addEventListener('submit', settle, true)
    return () => form?.removeEventListener('submit', settle, true)
  }, [onChange])
  return (
    <Field
      {...field}
      ref={(element: HTMLInputElement | null) => {
        input.current = element
        field.ref(element)
      }}
      onChange={(event) => {
        event.target.value = tenDigits(event.target.value)
        void onChange(event)
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
