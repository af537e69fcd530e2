import type { RefObject } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { codeLength, codePattern, digitsIn } from '#contract/rules.ts'
import { Field } from '#ui/field.tsx'
import { InboxNote } from '#web/lib/inbox-note.tsx'
import { LateCodes } from './late-codes.tsx'

interface Props {
  field: UseFormRegisterReturn
  error?: string | undefined
  /** Receives the input element, for a dialog that focuses it first. */
  inputRef?: RefObject<HTMLElement | null>
}

/** A single input for the code. It extracts the digits from pasted text. It says when codes are late. */
export function CodeField({ field, error, inputRef }: Props) {
  return (
    <>
      <Field
        {...field}
        ref={(element: HTMLInputElement | null) => {
          field.ref(element)
          if (inputRef) inputRef.current = element
        }}
        onChange={(event) => {
          // Pasted codes contain spaces and surrounding text.
          event.target.value = digitsIn(event.target.value).slice(0, codeLength)
          void field.onChange(event)
        }}
        onPaste={(event) => {
          // Runs before `maxLength` truncates the pasted text.
          const digits = digitsIn(event.clipboardData.getData('text')).slice(0, codeLength)
          if (!digits) return
          event.preventDefault()
          event.currentTarget.value = digits
          void field.onChange({ target: event.currentTarget, type: 'change' })
        }}
        label="OTP"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength}
        pattern={codePattern.source}
        placeholder="Enter OTP"
        required
        error={error}
        className="figures text-xl font-semibold tracking-[0.3em] placeholder:text-base placeholder:font-normal placeholder:tracking-normal"
      />
      <LateCodes />
      <InboxNote />
    </>
  )
}
