-- A certificate has a short number besides its code, for print and to be read aloud.

-- Up to three initials of the school's name; the first letters of a name of one word. I, L and O look like figures.
create function certificate_prefix(school text) returns text
language sql immutable
as $$
  select case when length(initials) > 1 then initials when length(letters) > 1 then left(letters, 2) else 'KS' end
  from (
    select left(coalesce(string_agg(translate(left(word, 1), 'ILO', ''), '' order by place), ''), 3) as initials,
      translate(coalesce(string_agg(word, '' order by place), ''), 'ILO', '') as letters
    from regexp_split_to_table(upper(school), '[^A-Z]+') with ordinality as split (word, place)) as taken
$$;

-- Eight characters of 31, without 0, 1, I, L and O: 39 random bits.
create function certificate_number(school text) returns text
language plpgsql volatile
as $$
declare
  alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  made text;
  rest bigint;
begin
  loop
    -- The first 48 bits of such a UUID are random.
    rest := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
    made := '';
    for place in 1..8 loop
      made := made || substr(alphabet, (rest % 31)::integer + 1, 1) || case when place = 4 then '-' else '' end;
      rest := rest / 31;
    end loop;
    made := certificate_prefix(school) || '-' || made;
    exit when not exists (select from certificates k where k.number = made);
  end loop;
  return made;
end $$;

alter table certificates add column number text;
comment on column certificates.number is 'Short and unique, printed on the certificate. It opens the page as the code does.';
alter table certificates disable trigger user;
update certificates set number = certificate_number(school);
alter table certificates enable trigger user;
alter table certificates alter column number set not null,
  add constraint certificates_number_key unique (number),
  add constraint certificates_number_check check (number ~ '^[A-HJKMNP-Z]{2,3}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$');
select audit_table('certificates', 'id', 'code,number,holder,revoke_reason');

create function number_certificate() returns trigger
language plpgsql
as $$
begin
  new.number := certificate_number(new.school);
  return new;
end $$;
create trigger certificates_number before insert on certificates for each row when (new.number is null)
  execute function number_certificate();
