import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import type { RefObject } from 'react'
import type { LeadRecord } from '#contract/desk/staff/leads.ts'
import { type ReplyTemplateRecord, replyTemplates } from '#contract/desk/staff/reply-templates.ts'
import { call } from '#console/kit/api/client.ts'
import { brandQuery } from '#console/kit/parts/brand.tsx'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { Button } from '#ui/button.tsx'
import { fillTemplate } from './fill-template.ts'
import { templateKindOf } from './template-kind.ts'

interface Props {
  lead: LeadRecord
  focusAfter: RefObject<HTMLElement | null>
  onChoose: (chosen: { subject: string; body: string }) => void
}

/** Texts to begin with. */
export function TemplatesMenu({ lead, focusAfter, onChoose }: Props) {
  const { data } = useQuery({
    queryKey: [replyTemplates.name, 'all'],
    queryFn: () => call(replyTemplates.endpoints.list, { query: { limit: '100', is_draft: 'false' } }),
    staleTime: 60_000,
  })
  const brand = useQuery(brandQuery).data?.brand ?? ''
  const kind = templateKindOf(lead)
  // The templates of this kind of lead stand first, then those of every lead.
  const place = (template: ReplyTemplateRecord) => (template.kind === kind ? 0 : template.kind === null ? 1 : 2)
  const templates = (data?.items ?? []).toSorted((a, b) => place(a) - place(b))
  if (templates.length === 0) return null
  const words = { name: lead.name, course: lead.course ?? 'our courses', school: brand }
  return (
    <Menu
      align="start"
      focusAfter={focusAfter}
      trigger={
        <Button>
          <MessageSquareText aria-hidden="true" className="size-4" />
          Template
        </Button>
      }
    >
      {templates.map((template) => (
        <MenuItem
          key={template.id}
          onClick={() => onChoose({ subject: fillTemplate(template.subject, words), body: fillTemplate(template.body, words) })}
        >
          {template.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
