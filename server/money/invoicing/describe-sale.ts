import { isStateCode, schoolState, states } from '#contract/indian-states.ts'
import type { PriceLine } from '#contract/money/price.ts'
import type { BuyerRecord } from '#contract/money/buyer.ts'
import type { SiteSettings } from '#contract/site/content.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { PrintedReceipt, PrintedState } from '#server/platform/documents/printed.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { splitTax } from './split-tax.ts'

interface Sold {
  payment_id: number
  email: string
  full_name: string
  course_title: string
  batch_type: string
  starts_at: Date
  time_text: string
  amount_paise: number
  price_paise: number
  discounts: { value: string }[]
  price_lines: PriceLine[] | null
  buyer: BuyerRecord | null
  provider_payment_id: string
  paid_at: Date
  offline: PrintedReceipt['offline']
  part: PrintedReceipt['part']
}

const soldCourses = statement<Sold>(
  'sold_courses',
  `select p.id as payment_id, u.email, u.full_name, o.course_title, b.batch_type, b.starts_at, b.time_text, p.amount_paise,
     o.price_paise, o.discounts, o.price_lines, o.buyer, p.provider_payment_id, coalesce(p.captured_at, p.created_at) as paid_at,
     case when f.id is not null then
       jsonb_build_object('method', f.method, 'reference', f.reference, 'received_on', to_char(f.received_on, 'YYYY-MM-DD')) end as offline,
     (select jsonb_build_object('first', min(i.number), 'last', max(i.number), 'of', max(i.parts),
        'total_paise', (select sum(a.amount_paise) from instalments a where a.enrolment_id = i.enrolment_id),
        'lines', (select first.price_lines from enrolments e join payments m on m.id = e.payment_id join payment_orders first on first.id = m.order_id
          where e.id = i.enrolment_id))
      from instalments i where i.payment_id = p.id group by i.enrolment_id) as part
   from payments p
   join payment_orders o on o.id = p.order_id
   join users u on u.id = o.user_id
   join batches b on b.id = o.batch_id
   left join offline_payments f on f.order_id = o.id
   where p.id = any ($1::bigint[])`,
)

/** Returns the current data that a document prints about a payment. Callers store it, since names, prices and the school's data change. */
export async function describeSale(tx: Queryable, paymentId: number): Promise<PrintedReceipt> {
  const printed = (await describeSales(tx, [paymentId])).get(paymentId)
  if (!printed) throw new Error(`there is no payment ${paymentId}`)
  return printed
}

/** The same of several payments, by their ids. */
export async function describeSales(tx: Queryable, paymentIds: readonly number[]): Promise<Map<number, PrintedReceipt>> {
  const [sales, site] = await Promise.all([rows(tx, soldCourses, [paymentIds]), readSiteSettings({ db: tx })])
  return new Map(sales.map((sale) => [sale.payment_id, print(sale, site)]))
}

/** A buyer in another State than the school's pays IGST; an unknown one is of the school's own State. */
function print(sale: Sold, site: SiteSettings): PrintedReceipt {
  const home = stateOf(schoolState(site))
  const buyerState = stateOf(sale.buyer?.state_code)
  const place = buyerState ?? home
  // The discounts of a price in parts stand with its total.
  const discountPaise = sale.part ? 0 : Math.max(0, sale.price_paise - sale.amount_paise)
  return {
    brand: site.brand,
    supplier: {
      legal_name: site.legal_name,
      address: site.address,
      gstin: site.gstin,
      email: site.email,
      phone: site.phone_display,
      state: home,
    },
    student: { name: sale.full_name, email: sale.email },
    buyer: {
      company_name: sale.buyer?.company_name ?? null,
      gstin: sale.buyer?.gstin ?? null,
      address: sale.buyer?.address ?? null,
      state: buyerState,
    },
    place_of_supply: place,
    sold: {
      course_title: sale.course_title,
      batch_type: sale.batch_type,
      starts_at: sale.starts_at.toISOString(),
      time_text: sale.time_text,
    },
    payment_id: sale.provider_payment_id,
    paid_at: sale.paid_at.toISOString(),
    amount_paise: sale.amount_paise,
    ...(sale.offline ? { offline: sale.offline } : {}),
    ...(sale.part ? { part: sale.part } : {}),
    price: {
      list_paise: sale.amount_paise + discountPaise,
      discount_paise: discountPaise,
      discount_text: discountPaise > 0 ? (sale.discounts[0]?.value ?? null) : null,
      ...(sale.price_lines && !sale.part ? { discounts: sale.price_lines.filter(({ paise }) => paise < 0) } : {}),
    },
    tax: site.gstin
      ? { sac: site.sac_code, ...splitTax(sale.amount_paise, site.gst_rate, place?.code === home?.code ? 'intra' : 'inter') }
      : null,
  }
}

function stateOf(code: string | null | undefined): PrintedState | null {
  return code && isStateCode(code) ? { code, name: states[code] } : null
}
