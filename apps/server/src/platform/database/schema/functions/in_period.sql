-- Whether a period includes the present instant. Null means no limit; the end is the first instant after the period.
create function in_period(first timestamptz, beyond timestamptz) returns boolean
  language sql stable parallel safe
  return (first is null or first <= now()) and (beyond is null or beyond > now());
