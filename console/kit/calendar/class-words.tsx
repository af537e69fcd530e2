import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { currentOf } from '#console/kit/api/error-text.ts'
import { Labels } from '#console/kit/fields/frame.tsx'
import { Button } from '#ui/button.tsx'
import { useLeaveGuard, useSaveKey } from '#console/kit/resource/guards.ts'
import { useRecordForm, type Values } from '#console/kit/resource/use-record-form.tsx'
import type { Screen } from '#console/kit/resource/screen.ts'
import { isSame, Value } from '#console/kit/resource/value.tsx'
import { ClassFact } from './class-panel-frame.tsx'

/** Lets a field of a form be emptied: it is null then, and the contract takes an empty text. */
export const orEmpty = <Text extends z.ZodType>(text: Text) => z.preprocess((value) => value ?? '', text)

const noShow: Screen['show'] = {}

interface WordsProps<One> {
  session: One
  /** Its fields are the words. */
  schema: z.ZodObject
  labels: Readonly<Record<string, string>>
  /** Shows values that are codes. */
  show?: Screen['show']
}

interface FormProps<One> extends WordsProps<One> {
  /** The record of the class. */
  record: z.ZodType<One>
  /** Saves the changed words at the version of the class. @throws ApiError 412 when it is stale */
  save: (from: One, words: Values) => Promise<One>
  /** What the message says after a save. */
  saved: (session: One) => string
  /** The fields. */
  children: ReactNode
}

/** The words as values of a form. */
const wordsOf = (schema: z.ZodObject, session: object): Values =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, (session as Values)[name] || null]))

/** What staff write about a class. */
export function ClassWordsForm<One extends object>({
  session,
  schema,
  labels,
  show = noShow,
  record,
  save,
  saved,
  children,
}: FormProps<One>) {
  const { form, base, begin, rebase, submit, dialog } = useRecordForm<One>({
    schema,
    record: session,
    valuesOf: (one) => wordsOf(schema, one),
    change: save,
    currentOf: (error) => currentOf(error, record),
    saved,
    screen: { one: 'class', labels, show },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty, 'class')
  const formElement = useRef<HTMLFormElement>(null)
  useSaveKey(() => formElement.current?.requestSubmit())
  const follow = useEffectEvent((latest: One) => {
    if (!isDirty) begin(latest)
    // A move or a substitute changes no words: what is typed stays, and its save is not stale.
    else if (base && isSame(wordsOf(schema, latest), wordsOf(schema, base))) rebase(latest)
  })
  useEffect(() => follow(session), [session])
  return (
    <FormProvider {...form}>
      <Labels value={labels}>
        <form ref={formElement} noValidate onSubmit={submit} className="grid gap-5 px-5 py-4">
          {children}
          {isDirty ? (
            <div className="sticky bottom-0 -mx-5 -mb-4 flex items-center gap-2 border-t border-line bg-sand px-5 py-2.5">
              <p role="status" className="mr-auto font-semibold">
                Unsaved changes
              </p>
              {/* The newest words take the place of what was typed. */}
              <Button onClick={() => begin(session)} disabled={isSubmitting}>
                Discard
              </Button>
              <Button type="submit" variant="primary" pending={isSubmitting && 'Saving…'}>
                Save
              </Button>
            </div>
          ) : null}
        </form>
      </Labels>
      {dialog}
    </FormProvider>
  )
}

/** The words for those who may not write them. */
export function ClassWords<One extends object>({ session, schema, labels, show = noShow }: WordsProps<One>) {
  return (
    <dl className="grid gap-4 px-5 py-4">
      {Object.keys(schema.shape).map((name) => (
        <ClassFact key={name} name={labels[name] ?? name}>
          {show[name] ? show[name]((session as Values)[name]) : <Value value={(session as Values)[name]} />}
        </ClassFact>
      ))}
    </dl>
  )
}
