import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#contract/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { plainError } from '#contract/plain-error.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import type { Screen } from './screen.ts'
import { type Difference, differencesOf, StaleDialog } from './stale-dialog.tsx'
import { isSame } from './value.tsx'

export type Values = Record<string, unknown>

interface Given<One extends object> {
  /** Its fields are those of the form. */
  schema: z.ZodObject
  /** The record as it was read. Null makes a new one. */
  record: One | null
  /** The form's values of a new record. */
  blank?: Values
  /** The form's values of a record; its fields by default. */
  valuesOf?: (record: One) => Values
  /** Saves the changed fields at the version of the record. @throws ApiError 412 when it is stale */
  change: (from: One, fields: Values) => Promise<One>
  create?: (values: Values) => Promise<void>
  /** The record as somebody else has saved it, which the refusal of a stale save carries. */
  currentOf: (error: ApiError) => One | null
  /** What the message says after a save. */
  saved: (record: One) => string
  /** What a comparison of two versions calls the record and its fields. */
  screen: Pick<Screen, 'one' | 'labels' | 'show'>
}

export interface RecordForm<One> {
  form: UseFormReturn<Values>
  /** The version that the form began with. A save and a stale save replace it. */
  base: One | null
  /** Begins anew with a version. What was typed goes. */
  begin: (record: One) => void
  /** Takes a later version as base whose fields of the form are the same. What was typed stays. */
  rebase: (record: One) => void
  discard: () => void
  submit: (event: SubmitEvent) => void
  /** Both versions side by side, while somebody else's save waits for a decision. */
  dialog: ReactNode
}

/** The form of one record: a save sends what changed, an undo takes it back, and nothing typed is lost when it was stale. */
export function useRecordForm<One extends object>(given: Given<One>): RecordForm<One> {
  const { schema, record, blank = {}, change, create, currentOf, saved, screen } = given
  const names = Object.keys(schema.shape)
  const fieldOf = (from: One, name: string) => (from as Values)[name] ?? null
  const valuesOf = given.valuesOf ?? ((from) => Object.fromEntries(names.map((name) => [name, fieldOf(from, name)])))
  const [base, setBase] = useState(record)
  const [stale, setStale] = useState<{ current: One; differences: Difference[] } | null>(null)
  const form = useForm<Values>({
    defaultValues: record ? valuesOf(record) : blank,
    resolver: zodResolver(schema, { error: plainError }),
  })

  const begin = (from: One) => {
    setBase(from)
    form.reset(valuesOf(from))
  }
  const saveChange = async (from: One, values: Values) => {
    const fields = Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, fieldOf(from, name))))
    if (Object.keys(fields).length === 0) return begin(from)
    const after = await change(from, fields)
    begin(after)
    notify(saved(after), async () => {
      begin(await change(after, Object.fromEntries(Object.keys(fields).map((name) => [name, fieldOf(from, name)]))))
    })
  }
  const save = async (from: One | null, values: Values) => {
    try {
      await (from ? saveChange(from, values) : create?.(values))
    } catch (error) {
      const current = from && hasStatus(error, 412) ? currentOf(error) : null
      if (from && current) {
        return setStale({
          current,
          differences: differencesOf(names, { base: from as Values, mine: values, theirs: current as Values }),
        })
      }
      if (error instanceof ApiError)
        for (const [name, message] of Object.entries(error.fields)) form.setError(name, { message }, { shouldFocus: true })
      notifyFailure(error)
    }
  }
  // Two presses in one moment come before the button is off.
  const isSaving = useRef(false)
  const saveOnce = async (from: One | null, values: Values) => {
    if (isSaving.current) return
    isSaving.current = true
    await save(from, values).finally(() => {
      isSaving.current = false
    })
  }
  const submit = (from: One | null) =>
    form.handleSubmit(
      (values) => saveOnce(from, values),
      () => notifyFailure('Please check the marked fields.'),
    )
  const choose = (current: One, chosen: Values) => {
    setStale(null)
    begin(current)
    const values = valuesOf({ ...current, ...chosen })
    for (const name of Object.keys(chosen)) form.setValue(name, values[name], { shouldDirty: true })
    void submit(current)()
  }
  return {
    form,
    base,
    begin,
    rebase: setBase,
    discard: () => form.reset(base ? valuesOf(base) : blank),
    submit: (event) => void submit(base)(event),
    dialog: stale ? (
      <StaleDialog
        screen={screen}
        differences={stale.differences}
        onClose={() => setStale(null)}
        onChoose={(chosen) => choose(stale.current, chosen)}
      />
    ) : null,
  }
}
