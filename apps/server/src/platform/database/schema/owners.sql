-- Runs last: functions and tables get their owners.
select confine_definers();
