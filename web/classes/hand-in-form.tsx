import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { handInBody, handInWork, type OwnWork, textEndings, workLimits } from '#contract/learning/work.ts'
import { Button } from '#ui/button.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { call, isEndpointError, messageOf } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'

interface Props {
  work: OwnWork
  /** Whether it comes after it was due. */
  isLate: boolean
  onHandedIn: (work: OwnWork) => void
  onStale: () => void
}

const failed = 'Your work could not be handed in. Please try again.'
const tooLarge = 'Please choose a file of at most 5 MB.'
const kinds = ['.zip,.docx,.xlsx,.pptx,.odt,.ods,.odp,.pdf,.png,.jpg,.jpeg', ...textEndings.map((ending) => `.${ending}`)].join(
  ',',
)

interface Typed {
  text: string
  link: string
  file?: FileList | undefined
}

function bodyOf({ text, link, file }: Typed, attempt: number) {
  const chosen = file?.[0]
  return {
    attempt: String(attempt),
    ...(text.trim() === '' ? {} : { text }),
    ...(link.trim() === '' ? {} : { link }),
    ...(chosen ? { file: chosen } : {}),
  }
}

const schemaOf = (attempt: number) =>
  z
    .object({ text: z.string(), link: z.string(), file: z.custom<FileList | undefined>() })
    .refine(({ file }) => (file?.[0]?.size ?? 0) <= workLimits.fileBytes, { error: tooLarge, path: ['file'] })
    .transform((typed) => bodyOf(typed, attempt))
    .pipe(handInBody)

/** Hands in text, a link, a file, or several of them. What was typed stays until the server has it. */
export function HandInForm({ work, isLate, onHandedIn, onStale }: Props) {
  const attempt = work.attempts + 1
  const [schema] = useState(() => schemaOf(attempt))
  const { register, handleSubmit, formState, getValues, showErrors } = useContractForm<Typed, z.output<typeof schema>>(schema, {
    text: '',
    link: '',
  })
  const [problem, setProblem] = useState('')
  const { errors, isSubmitting, submitCount } = formState
  const form = useRef<HTMLFormElement>(null)
  // The browser scrolls only the caret into view, and what is wrong stays behind the bar of a phone.
  useEffect(() => {
    // Newer browsers return a promise here, which an effect must not return.
    form.current?.querySelector('[id$="-error"]')?.scrollIntoView({ block: 'nearest' })
  }, [submitCount])
  const submit = handleSubmit(async () => {
    setProblem('')
    try {
      onHandedIn(await call(handInWork, { params: { id: String(work.id) }, body: bodyOf(getValues(), attempt) }))
    } catch (error) {
      showErrors(error)
      const message = isEndpointError(error, 413) ? tooLarge : messageOf(error, failed)
      setProblem(message)
      toast.form('error', message)
      if (isEndpointError(error, 409)) onStale()
    }
  })
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="space-y-5 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <Textarea
        {...register('text')}
        label="Text or code"
        hint="Your instructor comments on its lines."
        className="min-h-72"
        spellCheck={false}
        autoComplete="off"
        error={errors.text?.message}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...register('link')}
          label="Link"
          type="url"
          inputMode="url"
          hint="Such as a repository that your instructor can open."
          error={errors.link?.message}
        />
        <Field
          {...register('file')}
          label="File"
          type="file"
          accept={kinds}
          className="py-2.5 file:mr-3 file:rounded-md file:border-0 file:bg-accent-soft file:px-3 file:py-1 file:text-sm file:font-semibold file:text-accent"
          hint="ZIP, PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG or text in UTF-8, up to 5 MB."
          error={errors.file?.message}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button variant="primary" type="submit" pending={isSubmitting && 'Sending…'}>
          {work.attempts === 0 ? 'Hand in' : 'Hand in again'}
        </Button>
        <p className="text-sm text-muted">
          {isLate ? 'It is past its due date. Late work is taken and says so.' : 'One of the three is enough.'}
        </p>
      </div>
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {problem}
      </p>
    </form>
  )
}
