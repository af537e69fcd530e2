-- The verbs of staff give a batch its pattern and move its classes. The triggers that did so for a version before go.
drop trigger batches_pattern on batches;
drop function give_pattern();
drop trigger batches_retime on batches;
drop function retime_sessions();
drop function derive_pattern(integer);
