-- The sums of the rows that were there before the triggers.
select count(*) from correct_figures('-infinity', 'infinity');
analyze figure_sums;
