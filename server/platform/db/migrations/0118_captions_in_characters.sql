-- The limit of captions counts characters, of which those of Indian scripts have three bytes.
alter table recording_captions drop constraint recording_captions_vtt_check,
  add constraint recording_captions_vtt_check check (starts_with(vtt, 'WEBVTT') and char_length(vtt) <= 262144);
