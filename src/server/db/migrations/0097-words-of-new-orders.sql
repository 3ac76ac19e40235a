-- The words of new orders are kept in a list before they are in the index. The order that filled the list, of 4 MB, moved all
-- of them and held up those beside it by a tenth of a second. A job moves them now; a search reads the list, too.
alter index orders_words set (gin_pending_list_limit = 65536);
