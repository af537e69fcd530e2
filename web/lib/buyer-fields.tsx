import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { buyerBody } from '#contract/money/buyer.ts'
import { schoolState, statesByName } from '#contract/indian-states.ts'
import { Field, Textarea } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { type BuyerDraft, bodyOf, storeBuyer, storedBuyer, lastBuyer, nothing } from './buyer-draft.ts'
import { useRootData } from './root-data.ts'

type Errors = Partial<Record<string, string>>

export interface Buyer {
  draft: BuyerDraft
  errors: Errors
  /** Whether the school has a GSTIN, so that an invoice can name a company's. */
  taxed: boolean
  fields: RefObject<HTMLFieldSetElement | null>
  change(part: Partial<BuyerDraft>): void
  /** Stores what is shown for the payment. Returns false and focuses the field when an invoice cannot print it. */
  store(): boolean
}

/**
 * The buyer's State and company: what was typed in this tab, else the last purchase's, else the school's own State. Takes over what was
 * chosen in `form` before it was hydrated.
 */
export function useBuyer(form?: RefObject<HTMLFormElement | null>): Buyer {
  const site = useRootData()?.site
  const [draft, setDraft] = useState({ ...nothing, state_code: (site && schoolState(site)) ?? '' })
  const [errors, setErrors] = useState<Errors>({})
  const fields = useRef<HTMLFieldSetElement>(null)
  const typed = useRef(false)
  const takeOver = useEffectEvent(() => {
    const stored = storedBuyer()
    const changed = form?.current ? changesIn(form.current, draft) : {}
    if (!stored && Object.keys(changed).length === 0) return
    typed.current = true
    const found = { ...(stored ?? draft), ...changed }
    setDraft(found)
    storeBuyer(found)
  })
  // Hydration begins with what the document of the server has.
  useLayoutEffect(() => takeOver(), [])
  useEffect(() => {
    if (typed.current) return
    void lastBuyer().then((buyer) => {
      if (!buyer || typed.current) return
      const { state_code, company_name, gstin, address } = buyer
      const texts = { company_name: company_name ?? '', gstin: gstin ?? '', address: address ?? '' }
      setDraft({ state_code, ...texts, for_company: company_name !== null })
    })
  }, [])
  const taxed = Boolean(site?.gstin)
  return {
    draft,
    errors,
    taxed,
    fields,
    change(part) {
      typed.current = true
      setErrors({})
      setDraft({ ...draft, ...part })
      storeBuyer({ ...draft, ...part })
    },
    store() {
      const shown = taxed ? draft : { ...draft, for_company: false }
      const body = bodyOf(shown)
      const found = body ? problemsIn(body) : {}
      if (shown.for_company && shown.company_name.trim() === '') found.company_name ??= 'Please give the name of the company.'
      flushSync(() => setErrors(found))
      const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      wrong?.focus({ preventScroll: true })
      wrong?.scrollIntoView({ block: 'center' })
      if (Object.keys(found).length > 0) return false
      storeBuyer(shown)
      return true
    },
  }
}

/** What a person chose in fields that were not hydrated yet. */
function changesIn(form: HTMLFormElement, draft: BuyerDraft): Partial<BuyerDraft> {
  const { state_code: state, for_company: company } = Object.fromEntries(new FormData(form))
  return {
    ...(typeof state === 'string' && state !== draft.state_code ? { state_code: state } : {}),
    ...(company === undefined ? {} : { for_company: true }),
  }
}

function problemsIn(body: object): Errors {
  const errors: Errors = {}
  for (const { path, message } of buyerBody.safeParse(body).error?.issues ?? []) errors[String(path[0])] ??= message
  return errors
}

/**
 * State, and for a school with a GSTIN the company of an invoice. A State that was chosen in this tab, as in the batch picker, is not
 * asked for again: it is named, and can be changed.
 */
export function BuyerFields({ buyer }: { buyer: Buyer }) {
  const box = useRef<HTMLDivElement>(null)
  const [isGiven, setGiven] = useState(() => Boolean(storedBuyer()?.state_code))
  // A field that is wrong stays in sight while it is mended.
  if (isGiven && Object.keys(buyer.errors).length > 0) setGiven(false)
  if (isGiven) {
    return (
      <div ref={box}>
        <GivenBuyer
          buyer={buyer}
          onChange={() => {
            flushSync(() => setGiven(false))
            box.current?.querySelector('select')?.focus()
          }}
        />
      </div>
    )
  }
  return (
    <div ref={box} className="space-y-4">
      <StateField buyer={buyer} />
      <CompanyFields buyer={buyer} />
    </div>
  )
}

/** What was given before, in words. */
function GivenBuyer({ buyer: { draft, taxed }, onChange }: { buyer: Buyer; onChange: () => void }) {
  const company = taxed && draft.for_company ? draft.company_name.trim() : ''
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div className="min-w-0">
        <p className="text-sm">
          Your State: <strong>{statesByName.find(({ code }) => code === draft.state_code)?.name}</strong>
        </p>
        <p className="text-xs text-muted wrap-anywhere">
          {reasonOf(taxed)}
          {company ? ` It is for ${company}.` : ''}
        </p>
      </div>
      <button
        type="button"
        onClick={onChange}
        className="-mr-2 inline-flex min-h-11 items-center px-2 text-sm font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
      >
        Change
        <span className="sr-only"> your State</span>
      </button>
    </div>
  )
}

/** Why the State is asked for. */
const reasonOf = (taxed: boolean) => (taxed ? 'Your invoice names it as the place of supply.' : 'For your receipt.')

/** The State. `inline` is one row, for a place beside a button. */
export function StateField({ buyer: { draft, taxed, change }, inline = false }: { buyer: Buyer; inline?: boolean }) {
  return (
    <SelectField
      label="Your State"
      name="state_code"
      autoComplete="address-level1"
      inline={inline}
      hint={reasonOf(taxed)}
      value={draft.state_code}
      onChange={(event) => change({ state_code: event.target.value })}
    >
      {draft.state_code === '' ? <option value="">Choose a State</option> : null}
      {statesByName.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Name, GSTIN and address of a company, behind a box to tick. Nothing for a school without a GSTIN. */
export function CompanyFields({ buyer: { draft, errors, taxed, fields, change } }: { buyer: Buyer }) {
  if (!taxed) return null
  return (
    <fieldset ref={fields} className="min-w-0 space-y-4">
      <legend className="sr-only">Invoice for a company</legend>
      <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
        <input
          type="checkbox"
          name="for_company"
          checked={draft.for_company}
          onChange={(event) => change({ for_company: event.target.checked })}
          className="size-4.5 shrink-0 accent-accent"
        />
        I need an invoice for a company
      </label>
      {draft.for_company ? (
        <>
          <Field
            label="Company name"
            name="company_name"
            autoComplete="organization"
            value={draft.company_name}
            onChange={(event) => change({ company_name: event.target.value })}
            error={errors.company_name}
          />
          <Field
            label="GSTIN (optional)"
            name="gstin"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            hint="15 characters. Choose the State of the GSTIN as your State."
            value={draft.gstin}
            onChange={(event) => change({ gstin: event.target.value.toUpperCase() })}
            error={errors.gstin}
          />
          <Textarea
            label={draft.gstin.trim() === '' ? 'Company address (optional)' : 'Company address'}
            name="address"
            autoComplete="street-address"
            className="min-h-26"
            value={draft.address}
            onChange={(event) => change({ address: event.target.value })}
            // The browser scrolls only the caret into view, and the whole field can stay behind a sticky bar.
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
            error={errors.address}
          />
        </>
      ) : null}
    </fieldset>
  )
}
