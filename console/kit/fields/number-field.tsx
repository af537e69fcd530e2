import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { describedBy, Frame, inputClass } from '#ui/field.tsx'
import { type Common, useLabel } from './frame.tsx'
import { parsePaise, showPaise } from './money.ts'
import { useField } from './use-field.ts'

interface Props<Values extends FieldValues> extends Common<Values> {
  /** What stands before or after the number. */
  before?: string
  after?: string
}

interface TextNumber<Values extends FieldValues> extends Props<Values> {
  parse: (text: string) => number | null
  show: (value: number) => string
  inputMode: 'numeric' | 'decimal'
}

/** What a person types stays as it is until the field is left, so that "1." is not corrected while it is typed. */
function TypedNumber<Values extends FieldValues>(props: TextNumber<Values>) {
  const { hint, required, name, label, before, after, parse, show, inputMode } = props
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<number | null>(name)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Frame id={id} label={shown} hint={hint} error={error} optional={!required}>
      <span className="relative block">
        {before ? <span className="absolute inset-y-0 left-2.5 grid place-items-center text-muted">{before}</span> : null}
        <input
          {...describedBy(id, error, hint)}
          ref={ref}
          id={id}
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          required={required}
          value={typed ?? (typeof value === 'number' && Number.isFinite(value) ? show(value) : '')}
          onChange={(event) => {
            setTyped(event.target.value)
            set(parse(event.target.value))
          }}
          onBlur={() => {
            // A text that is no number stays, so that its error can be understood.
            if (typed !== null && (typed.trim() === '' || Number.isFinite(parse(typed)))) setTyped(null)
            onBlur()
          }}
          className={`${inputClass} figures ${before ? 'pl-7' : ''} ${after ? 'pr-16' : ''}`}
        />
        {after ? <span className="absolute inset-y-0 right-2.5 grid place-items-center text-muted">{after}</span> : null}
      </span>
    </Frame>
  )
}

/** A whole number. */
export function NumberField<Values extends FieldValues = never>(props: Props<Values>) {
  return <TypedNumber {...props} parse={parseWhole} show={String} inputMode="numeric" />
}

/** A percentage with at most two decimals. */
export function PercentField<Values extends FieldValues = never>(props: Common<Values>) {
  return <TypedNumber {...props} after="%" parse={parsePercent} show={String} inputMode="decimal" />
}

/** An amount: rupees are typed and shown, paise are kept. */
export function MoneyField<Values extends FieldValues = never>(props: Common<Values>) {
  return <TypedNumber {...props} before="₹" parse={parsePaise} show={showPaise} inputMode="decimal" />
}

/** An amount that its schema keeps in rupees. */
export function RupeesField<Values extends FieldValues = never>(props: Common<Values>) {
  return <TypedNumber {...props} before="₹" parse={parseRupees} show={showRupees} inputMode="decimal" />
}

const showRupees = (rupees: number) => showPaise(Math.round(rupees * 100))

function parseRupees(text: string): number | null {
  const paise = parsePaise(text)
  return paise === null ? null : paise / 100
}

/** NaN for a text that is no number, which the contract's schema refuses beside the field. */
function parseWhole(text: string): number | null {
  const plain = text.replaceAll(/[\s,]/g, '')
  if (plain === '') return null
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : Number.NaN
}

function parsePercent(text: string): number | null {
  const plain = text.replaceAll(/[\s%]/g, '')
  if (plain === '') return null
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN
}
