/** Coupons of the demo: one of a college that ends in a month, one for newcomers, and one that has ended. */
export function demoCoupons(today: Date): object[] {
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const all = { course_ids: [], batch_ids: [], student_id: null, minimum_paise: null, cost_cap_paise: null, state: 'active' }
  return [
    {
      ...all,
      code: 'COLLEGE20',
      kind: 'percent',
      value: 20,
      valid_from: day(-20),
      valid_until: day(30),
      use_limit: 50,
      limit_per_person: 1,
      first_purchase: false,
      stacks: true,
    },
    {
      ...all,
      code: 'WELCOME2000',
      kind: 'paise',
      value: 200_000,
      valid_from: null,
      valid_until: null,
      use_limit: null,
      limit_per_person: 1,
      first_purchase: true,
      minimum_paise: 2_000_000,
      cost_cap_paise: 10_000_000,
      stacks: true,
    },
    {
      ...all,
      code: 'DIWALI15',
      kind: 'percent',
      value: 15,
      valid_from: day(-45),
      valid_until: day(-15),
      use_limit: 30,
      limit_per_person: 1,
      first_purchase: false,
      stacks: false,
    },
  ]
}
