import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { ApiError } from '#contract/client.ts'
import {
  changeSettings,
  settingsInput,
  type SettingsInput,
  type SettingsRecord,
  staleSettings,
} from '#contract/staff/settings.ts'
import { useAccess } from '../access.ts'
import { call } from '../api/client.ts'
import { hasStatus } from '../api/error-text.ts'
import { Labels } from '../fields/frame.tsx'
import { plainError } from '../fields/plain-error.ts'
import { notify, notifyFailure } from '../parts/toasts.tsx'
import { FormIndex } from '../resource/form-index.tsx'
import { useLeaveGuard, useSaveKey } from '../resource/guards.ts'
import { SaveBar } from '../resource/save-bar.tsx'
import { type Difference, differencesOf, StaleDialog } from '../resource/stale-dialog.tsx'
import { isSame } from '../resource/value.tsx'
import { SettingsFields, settingsParts } from './fields.tsx'
import { labels } from './labels.ts'

type Values = Record<string, unknown>
const names = Object.keys(settingsInput.shape)

const valuesOf = (record: SettingsRecord) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as SettingsInput

/** One form with a save bar. A save sends the changed fields at the version that the person saw. */
export function SettingsEditor({ first }: { first: SettingsRecord }) {
  const { may } = useAccess()
  const [base, setBase] = useState(first)
  const [stale, setStale] = useState<{ current: SettingsRecord; differences: Difference[] } | null>(null)
  const form = useForm<SettingsInput>({
    defaultValues: valuesOf(first),
    resolver: zodResolver(settingsInput, { error: plainError }) as never,
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty)
  const element = useRef<HTMLFormElement>(null)
  useSaveKey(() => element.current?.requestSubmit())

  const begin = (record: SettingsRecord) => {
    setBase(record)
    form.reset(valuesOf(record))
  }
  const change = (from: SettingsRecord, fields: Values) => call(changeSettings, { ifMatch: from.version, body: fields })
  const save = async (from: SettingsRecord, values: Values) => {
    const before: Values = from
    const fields = Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, before[name] ?? null)))
    if (Object.keys(fields).length === 0) return begin(from)
    try {
      const saved = await change(from, fields)
      begin(saved)
      notify('The settings are saved. The site shows them.', async () => {
        begin(await change(saved, Object.fromEntries(Object.keys(fields).map((name) => [name, before[name]]))))
      })
    } catch (error) {
      if (hasStatus(error, 412)) {
        const { current } = staleSettings.parse(error.raw)
        setStale({ current, differences: differencesOf(names, { base: from, mine: values, theirs: current }) })
        return
      }
      if (error instanceof ApiError) {
        for (const [name, message] of Object.entries(error.fields)) {
          form.setError(name as keyof SettingsInput, { message }, { shouldFocus: true })
        }
      }
      notifyFailure(error)
    }
  }
  const submit = form.handleSubmit(
    (values) => save(base, values),
    () => notifyFailure('Please check the marked fields.'),
  )
  return (
    <FormProvider {...form}>
      <Labels value={labels}>
        <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex h-full min-h-0 flex-col">
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
          <SaveBar
            isNew={false}
            isDirty={isDirty}
            isSaving={isSubmitting}
            saveLabel="Save"
            onDiscard={() => form.reset(valuesOf(base))}
          />
        </form>
      </Labels>
      {stale ? (
        <StaleDialog
          screen={{ one: 'page of settings', labels, show: {} }}
          differences={stale.differences}
          onClose={() => setStale(null)}
          onChoose={(chosen) => {
            const values = { ...valuesOf(stale.current), ...form.getValues(), ...chosen }
            setStale(null)
            setBase(stale.current)
            // Compared with the new base, so that only what differs from it is sent.
            form.reset(valuesOf(stale.current), { keepValues: true })
            for (const [name, value] of Object.entries(values)) {
              form.setValue(name as keyof SettingsInput, value, { shouldDirty: true })
            }
            void save(stale.current, values)
          }}
        />
      ) : null}
    </FormProvider>
  )
}
