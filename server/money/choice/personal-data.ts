import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const deleteChoices = statement('delete_choices', `delete from payment_choices where user_id = $1`)

export const choicePersonalData: PersonalData = {
  exports: {
    account: exportParts({
      payment_choices: `select x.batch_id, c.code as coupon, p.name as plan, x.chosen_at
        from payment_choices x left join coupons c on c.id = x.coupon_id left join payment_plans p on p.id = x.plan_id
        where x.user_id = $1 order by x.chosen_at`,
    }),
  },
  erasures: { account: [deleteChoices] },
}
