import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { changeSettings, settingsInput, type SettingsRecord, staleSettings } from '#contract/site/staff/settings.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { Labels } from '#console/kit/fields/frame.tsx'
import { brandQuery } from '#console/kit/parts/brand.tsx'
import { FormIndex } from '#console/kit/resource/form-index.tsx'
import { useLeaveGuard, useSaveKey } from '#console/kit/resource/guards.ts'
import { SaveBar } from '#console/kit/resource/save-bar.tsx'
import { useRecordForm } from '#console/kit/resource/use-record-form.tsx'
import { SettingsFields, settingsParts } from './fields.tsx'
import { labels } from '#console/kit/history/settings-labels.ts'

/** One form with a save bar. A save sends the changed fields at the version that the person saw. */
export function SettingsEditor({ first }: { first: SettingsRecord }) {
  const { may } = useAccess()
  const client = useQueryClient()
  const { form, discard, submit, dialog } = useRecordForm<SettingsRecord>({
    schema: settingsInput,
    record: first,
    async change(from, fields) {
      const saved = await call(changeSettings, { ifMatch: from.version, body: fields })
      client.setQueryData(brandQuery.queryKey, saved.brand)
      return saved
    },
    currentOf: (error) => staleSettings.parse(error.raw).current,
    saved: () => 'The settings are saved. The site shows them.',
    screen: { one: 'page of settings', labels, show: {} },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty)
  const element = useRef<HTMLFormElement>(null)
  useSaveKey(() => element.current?.requestSubmit())
  return (
    <FormProvider {...form}>
      <Labels value={labels}>
        <form ref={element} noValidate onSubmit={submit} className="flex h-full min-h-0 flex-col">
          <div className="min-h-0 flex-1 overflow-y-auto">
            <div className="mx-auto max-w-6xl px-4 pt-6 pb-10 sm:px-8">
              <h1 tabIndex={-1} className="mb-6 text-2xl outline-none">
                Settings
              </h1>
              <div className="grid gap-x-10 xl:grid-cols-[11rem_minmax(0,1fr)]">
                <div>
                  <FormIndex parts={settingsParts} />
                </div>
                <fieldset disabled={!may('settings:write')} className="@container min-w-0">
                  <SettingsFields />
                </fieldset>
              </div>
            </div>
          </div>
          <SaveBar isNew={false} isDirty={isDirty} isSaving={isSubmitting} saveLabel="Save" onDiscard={discard} />
        </form>
      </Labels>
      {dialog}
    </FormProvider>
  )
}
