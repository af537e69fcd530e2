import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { NavLink } from 'react-router'
import {
  changeSettings,
  type SettingsInput,
  settingsInput,
  type SettingsRecord,
  staleSettings,
} from '#contract/site/staff/settings.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { Labels } from '#console/kit/fields/frame.tsx'
import { labels } from '#console/kit/history/settings-labels.ts'
import { brandQuery } from '#console/kit/parts/brand.tsx'
import { FormIndex } from '#console/kit/resource/form-index.tsx'
import { useLeaveGuard, useSaveKey } from '#console/kit/resource/guards.ts'
import { SaveBar } from '#console/kit/resource/save-bar.tsx'
import { useRecordForm } from '#console/kit/resource/use-record-form.tsx'
import { isSame } from '#console/kit/resource/value.tsx'
import { settingsKey, type Topic, topics } from './topics.ts'

/** The form of one topic with a save bar. A save sends the changed fields at the version that the person saw. */
export function SettingsEditor({ topic, first }: { topic: Topic; first: SettingsRecord }) {
  const { may } = useAccess()
  const client = useQueryClient()
  const names = topic.parts.flatMap(({ fields }) => fields)
  const { form, discard, submit, dialog } = useRecordForm<SettingsRecord>({
    schema: settingsInput.pick(Object.fromEntries(names.map((name) => [name, true])) as { [name in keyof SettingsInput]?: true }),
    record: first,
    async change(from, fields) {
      const send = (version: number) => call(changeSettings, { ifMatch: version, body: fields })
      const saved = await send(from.version).catch((error: unknown) => {
        if (!hasStatus(error, 412)) throw error
        const { current } = staleSettings.parse(error.raw)
        if (names.some((name) => !isSame(current[name], from[name]))) throw error
        // Somebody else has changed another topic.
        return send(current.version)
      })
      client.setQueryData(brandQuery.queryKey, saved)
      client.setQueryData(settingsKey, saved)
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
              <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[11rem_minmax(0,1fr)]">
                <div>
                  <div className="grid gap-6 xl:sticky xl:top-6">
                    <TopicLinks />
                    {topic.parts.length > 1 ? <FormIndex parts={topic.parts} /> : null}
                  </div>
                </div>
                <div className="min-w-0">
                  <h1 tabIndex={-1} className="text-2xl outline-none">
                    {topic.title}
                  </h1>
                  <p className="mt-1 mb-6 max-w-2xl text-muted">{topic.text}</p>
                  <fieldset disabled={!may('settings:write')} className="@container min-w-0">
                    <topic.Fields />
                  </fieldset>
                </div>
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

/** The topics: a column beside the form, and where there is less room a row above it. */
function TopicLinks() {
  return (
    <nav aria-label="Settings">
      <ul className="flex flex-wrap gap-1 max-xl:-mx-2 xl:-mx-3 xl:grid xl:gap-0.5">
        {topics.map(({ path, title }) => (
          <li key={path}>
            <NavLink
              to={`/settings/${path}`}
              className="flex min-h-8 items-center rounded-md px-3 text-muted hover:bg-sand-hover hover:text-ink aria-[current=page]:bg-sand-hover aria-[current=page]:font-semibold aria-[current=page]:text-ink touch:min-h-11"
            >
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
