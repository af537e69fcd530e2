import { useEffect, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { digitsIn, phoneDigits, phonePattern, tenDigits } from '#contract/rules.ts'
import { Field } from '#ui/field.tsx'

interface Props {
  field: UseFormRegisterReturn
  label?: string
  error?: string | undefined
  required?: boolean
}

/** Removes other characters and preserves the caret, which setting a value would move to the end. */
function normaliseDigits(input: HTMLInputElement): void {
  const typed = input.value
  const digits = tenDigits(typed)
  if (digits === typed) return
  const before = digitsIn(typed.slice(0, input.selectionEnd ?? typed.length)).length
  const prefix = Math.max(0, digitsIn(typed).indexOf(digits))
  input.value = digits
  const caret = Math.max(0, before - prefix)
  input.setSelectionRange(caret, caret)
}

/** Refuses an eleventh digit inside the number, because it would cut the last one. */
function refuseEleventh(event: InputEvent): void {
  const { value, selectionStart, selectionEnd } = event.target as HTMLInputElement
  const isInside = selectionStart === selectionEnd && (selectionStart ?? 0) < value.length
  if (event.inputType === 'insertText' && value.length === phoneDigits && isInside) event.preventDefault()
}

/** A ten-digit input. It has no `maxLength`, because that would cut a pasted number before its prefix is removed. */
export function PhoneField({ field, label = 'Phone number', error, required = true }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { onChange } = field
  useEffect(() => {
    const element = input.current
    if (!element) return
    // Also normalises a value typed before hydration or filled in by the browser without an event.
    const settle = () => {
      const digits = tenDigits(element.value)
      if (digits === element.value) return
      element.value = digits
      void onChange({ target: element, type: 'change' })
    }
    settle()
    const { form } = element
    form?.addEventListener('submit', settle, true)
    element.addEventListener('beforeinput', refuseEleventh)
    return () => {
      form?.removeEventListener('submit', settle, true)
      element.removeEventListener('beforeinput', refuseEleventh)
    }
  }, [onChange])
  return (
    <Field
      {...field}
      ref={(element: HTMLInputElement | null) => {
        input.current = element
        field.ref(element)
      }}
      onChange={(event) => {
        normaliseDigits(event.target)
        void onChange(event)
      }}
      label={label}
      type="text"
      inputMode="numeric"
      autoComplete="tel-national"
      pattern={phonePattern.source}
      title="Phone number must be 10 digits"
      required={required}
      error={error}
      hint="Ten digits, without +91 or a leading 0."
      className="figures"
    />
  )
}
