import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnCertificate, projectLinkBody, removeProjectLink, setProjectLink } from '#contract/learning/certificates.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { toast } from '#web/lib/toast.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ownCertificateQuery } from './queries.ts'

const failed = 'The link could not be saved. Please try again.'

/** Where the student chooses the link that the page of the certificate shows, and removes it. */
export function ProjectLink({ batchId, url }: { batchId: number; url: string | null }) {
  const { user } = useSession()
  const client = useQueryClient()
  const { register, handleSubmit, reset, showErrors, formState } = useContractForm(projectLinkBody, { url: url ?? '' })
  const [problem, setProblem] = useState('')
  const [removing, setRemoving] = useState(false)
  const keep = (changed: { project_url: string | null }) => {
    client.setQueryData<OwnCertificate>(ownCertificateQuery(user?.email, batchId).queryKey, (own) =>
      own?.certificate ? { ...own, certificate: { ...own.certificate, ...changed } } : own,
    )
    reset({ url: changed.project_url ?? '' })
    toast.form('success', changed.project_url ? 'The page shows your link.' : 'The page shows no link.')
  }
  const save = handleSubmit(async (body) => {
    setProblem('')
    try {
      keep(await call(setProjectLink, { params: { batch_id: batchId }, body }))
    } catch (error) {
      showErrors(error)
      setProblem(messageOf(error, failed))
    }
  })
  const remove = async () => {
    setProblem('')
    setRemoving(true)
    try {
      keep(await call(removeProjectLink, { params: { batch_id: batchId } }))
    } catch (error) {
      setProblem(messageOf(error, failed))
    } finally {
      setRemoving(false)
    }
  }
  return (
    <form
      aria-label="Link to a project"
      noValidate
      onSubmit={(event) => void save(event)}
      className="mt-4 border-t border-line pt-4"
    >
      <Field
        {...register('url')}
        type="url"
        inputMode="url"
        label="Link to a project"
        placeholder="https://"
        hint="Whoever opens the page of your certificate sees it. Leave it out if you like."
        error={formState.errors.url?.message}
      />
      <p role="status" className="mt-1 text-sm text-bad empty:hidden">
        {formState.errors.url ? '' : problem}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" pending={formState.isSubmitting && 'Saving…'}>
          {url ? 'Change link' : 'Show link'}
        </Button>
        {url ? (
          <Button pending={removing && 'Removing…'} onClick={() => void remove()}>
            Remove link
          </Button>
        ) : null}
      </div>
    </form>
  )
}
