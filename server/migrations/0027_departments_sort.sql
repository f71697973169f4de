-- People are sorted by the folded name of their department: stored, it is not folded again for each of them.
alter table departments add column search text generated always as (fold_tr(name)) stored;
