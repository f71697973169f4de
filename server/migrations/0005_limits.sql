-- Counted calls per key and window, shared by all processes. Unlogged: a crash forgets them, and no call waits for the disk.
create unlogged table limits (
  key text not null,
  window_start timestamptz not null,
  calls integer not null,
  primary key (key, window_start)
);
