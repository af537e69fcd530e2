import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  set,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#contract/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { plainError } from '#contract/plain-error.ts'

/** What shows money, seats or decisions, and is read again after an act. */
const touched = [
  'approvals',
  'batches',
  'enrolments',
  'instalments',
  'leads',
  'money',
  'offline-payments',
  'orders',
  'payments',
  'refunds',
  'requests',
  'students',
  'today',
  'waitlist',
]

/** Reads everything again that an act of money may have changed. */
export function useMoneyRefresh(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })))
}

/** What a field lacks, by its path in the form. */
export type Lack = readonly [path: string, message: string]

interface Given<Values extends FieldValues> {
  /** Its fields are those of the form. */
  schema: z.ZodType<Values, Values>
  /** Fields that depend on others. They are checked besides the schema, so that every error shows at once. */
  lacks?: (values: Values) => readonly Lack[]
  blank: DefaultValues<Values>
  /** Where the form holds a field of the call that the server names. */
  pathOf?: (name: string) => string
  /** Checks each field while it is typed. By default a form is checked when it is sent. */
  whileTyping?: boolean
  send: (key: string, values: Values) => Promise<void>
}

/**
 * The form of one act. Its key stays while the answer is not known, so that pressing again after a lost answer does nothing
 * twice. A refusal stands beside its field, or as the form's own.
 */
export function useActForm<Values extends FieldValues>({
  schema,
  lacks,
  blank,
  pathOf = (name) => name,
  whileTyping = false,
  send,
}: Given<Values>) {
  const form = useForm<Values>({
    defaultValues: blank,
    resolver: resolverOf(schema, lacks),
    mode: whileTyping ? 'onChange' : 'onSubmit',
  })
  const key = useRef(crypto.randomUUID())
  const [state, setState] = useState<{ running: boolean; error: string | null }>({ running: false, error: null })
  const refresh = useMoneyRefresh()
  const run = async (values: Values) => {
    setState({ running: true, error: null })
    try {
      await send(key.current, values)
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      // What the form has no field for, such as a price that changed, is said below it.
      const isField = (path: string): path is string & FieldPath<Values> => get(form.getValues(), path) !== undefined
      const rest: string[] = []
      for (const [name, message] of fields) {
        const path = pathOf(name)
        if (isField(path)) form.setError(path, { message }, { shouldFocus: true })
        else rest.push(message)
      }
      setState({ running: false, error: rest.length > 0 ? rest.join(' ') : fields.length > 0 ? null : errorText(error) })
      if (error instanceof ApiError && error.status < 500) {
        key.current = crypto.randomUUID()
        // Price, seats or what is left may have changed.
        await refresh()
      }
    }
  }
  return {
    form,
    ...state,
    onSubmit(event: { preventDefault: () => void }) {
      event.preventDefault()
      if (!state.running) void form.handleSubmit(run)()
    },
  }
}

function resolverOf<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  lacks?: (values: Values) => readonly Lack[],
): Resolver<Values> {
  const ofSchema: Resolver<Values> = zodResolver(schema, { error: plainError })
  return async (values, context, options) => {
    const checked = await ofSchema(values, context, options)
    const missing = lacks?.(values) ?? []
    if (missing.length === 0) return checked
    const errors = { ...checked.errors } as FieldErrors<Values>
    for (const [path, message] of missing) set(errors, path, { type: 'custom', message })
    return { values: {}, errors }
  }
}
