import { one, type Queryable, statement } from '../../db/query.ts'
import type { PrintedReceipt } from '../../documents/printed.ts'
import { readSiteSettings } from '../../site-settings.ts'
import { splitTax } from './split-tax.ts'

interface Sold {
  email: string
  full_name: string
  course_title: string
  batch_type: string
  starts_at: Date
  time_text: string
  amount_paise: number
  provider_payment_id: string
  paid_at: Date
}

const soldCourse = statement<Sold>(
  'sold_course',
  `select u.email, u.full_name, o.course_title, b.batch_type, b.starts_at, b.time_text, p.amount_paise,
     p.provider_payment_id, coalesce(p.captured_at, p.created_at) as paid_at
   from payments p
   join payment_orders o on o.id = p.order_id
   join users u on u.id = o.user_id
   join batches b on b.id = o.batch_id
   where p.id = $1`,
)

/**
 * Returns the current data that a document prints about a payment. Callers store it, since names, prices and the school's
 * data change. Students have no stored address, so the tax is that of a supply within the state.
 */
export async function describeSale(tx: Queryable, paymentId: number): Promise<PrintedReceipt> {
  const sale = await one(tx, soldCourse, [paymentId])
  const site = await readSiteSettings({ db: tx })
  return {
    brand: site.brand,
    supplier: {
      legal_name: site.legal_name,
      address: site.address,
      gstin: site.gstin,
      email: site.email,
      phone: site.phone_display,
    },
    student: { name: sale.full_name, email: sale.email },
    sold: {
      course_title: sale.course_title,
      batch_type: sale.batch_type,
      starts_at: sale.starts_at.toISOString(),
      time_text: sale.time_text,
    },
    payment_id: sale.provider_payment_id,
    paid_at: sale.paid_at.toISOString(),
    amount_paise: sale.amount_paise,
    tax: site.gstin ? { sac: site.sac_code, ...splitTax(sale.amount_paise, site.gst_rate, 'intra') } : null,
  }
}
