/**
 * SQL condition: a person teaches a class, which is one of an own batch, or one as a substitute. A condition over the joined
 * instructors of class and batch would say the same, but it is an alternative over two tables, which no index serves. An array
 * is read once and used with any index on the class; of a subquery the planner expects many more classes.
 * @param session SQL of the id of the class
 * @param staff SQL of the person's id
 */
export const isTaughtBy = (session: string, staff: string): string => `${session} = any (array(
  select s.id from instructors t join batches o on o.instructor_id = t.id join class_sessions s on s.batch_id = o.id
  where t.staff_id = ${staff}
  union all select s.id from instructors t join class_sessions s on s.instructor_id = t.id where t.staff_id = ${staff}))`
